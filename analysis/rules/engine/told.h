// What Dynamo is told about stretches of code, by decorators and context managers around them.
#pragma once

#include "analysis/values/program.h"

namespace rules {

// torch._dynamo.error_on_graph_break(True) or (False): the nearest one counts, whichever function it stands in.
enum class OnBreak : std::uint8_t { untold, error, resume };

[[nodiscard]] OnBreak told_at(const values::Program& program, syntax::Node node);      // in the function of the node
[[nodiscard]] OnBreak told_of(const values::Program& program, syntax::Node function);  // by its decorators

// A region that is one operator of the graph: a break in it is an error.
[[nodiscard]] bool is_region(const values::Program& program, syntax::Node function);

// A call under activation checkpointing: its body is captured as a whole, or runs as plain Python.
[[nodiscard]] bool is_checkpointed(const values::Program& program, syntax::Node call);

}  // namespace rules
