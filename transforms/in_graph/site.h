// A statement that can act inside of a graph: an output, or a check that raises, perhaps under a condition that the
// data of a tensor decides. Read here, proven in obligations.h, written by effect.h.
#pragma once

#include "analysis/function/function_facts.h"
#include "transforms/in_graph/captures.h"
#include "transforms/proof/proof.h"

#include <string>
#include <string_view>
#include <vector>

namespace transforms::in_graph {

struct EffectSite {
    syntax::Node statement;               // an expression_statement, if_statement or assert_statement
    syntax::Node place{};                 // the call, or the condition, that stays for eager
    bool raises = false;                  // a check, as opposed to an output
    bool inverted = false;                // an assert, which raises when its condition does not hold
    bool nested = false;                  // `place` is a part of a larger condition
    std::string only_behind{};            // why it can act behind the graph alone, as the shell has it (epilogue.h)
    syntax::Node sink{};                  // the parameter that the outputs are called of: the `self` of `self.log.info`
    std::vector<syntax::Node> outputs{};  // the calls that print, log or warn
    std::vector<Carried::Value> carried{};
    std::string parameters{};  // "bad, top"
    std::string arguments{};   // "(x > 1).any(), x.max()"
    std::string body{};        // of an output: `print(top)`; of a check: its condition
    std::string error{};       // of a check: `ValueError(f"{top:.3f}")`
};

// It prints or raises, whether or not it can do so elsewhere.
[[nodiscard]] inline bool acts(const EffectSite& site) { return site.raises || !site.outputs.empty(); }

// The statement that the node is a part of and that acts as one: `if (x > 1).any(): print(...)` for its print.
[[nodiscard]] syntax::Node effect_statement(const function::Facts& facts, syntax::Node node);

// Refuses what is none. In the graph its values are made where it acts; in front of what acts `behind` it, in any case.
enum class Acts : std::uint8_t { in_graph, behind };
[[nodiscard]] EffectSite read_effect(const function::Facts& facts, syntax::Node statement, Acts where,
                                     proof::Proof& proof);

// A call that prints, logs or warns.
[[nodiscard]] bool is_output(const function::Facts& facts, syntax::Node call);

// A parameter that keeps its value: a function around this one, with the same parameters, has it as well.
[[nodiscard]] bool is_kept_parameter(const function::Facts& facts, syntax::Node identifier);

}  // namespace transforms::in_graph
