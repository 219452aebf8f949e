// What the interpreter made of a file as text: `graphmend dump --values`, `--events` and the golden tests.
#pragma once

#include "analysis/values/program.h"

#include <cstdint>
#include <string>

namespace values {

// One block per compiled function: how it was called, then what its expressions are, in source order, as the join of
// all calls.
//
//   Model.forward 12
//     (self: instance Model, x: tensor float) -> tensor bool rank0
//     13: y = tensor float
//     13: self.linear(x) = tensor float
[[nodiscard]] std::string print_values(const Program& program);

// One block per compiled function and set of arguments: what happens, in the order in which it does, then the calls
// that are followed into other blocks.
//
//   Model.forward 12 (self: instance Model, x: tensor float) -> tensor bool rank0, an entry
//     14: branch if: x.sum() > 0 is tensor bool rank0
//     15: call api torch.nonzero (tensor bool) breaks as GB0036
//     16: follow scale (tensor float, 2)
[[nodiscard]] std::string print_events(const Program& program);

// Of both, what begins on one line (counted from 0): the values of its expressions, then what happens, each once.
[[nodiscard]] std::string print_line(const Program& program, std::uint32_t line);

}  // namespace values
