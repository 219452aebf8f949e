// The names of a file as text: `graphmend dump --names`, and the golden tests.
#pragma once

#include "analysis/names/module.h"

#include <string>

namespace names {

// One block per scope, indented by nesting; lines are 1-based:
//
//   function Model.forward 7
//     x: parameter 7, assignment 9; used 8 9; captured
//     nn: used 8 -> module
//     print: used 10 -> ?
//
// A name that the scope owns comes with all of its bindings; `->` leads to the owner of any other, `?` is none.
[[nodiscard]] std::string print(const Module& module);

}  // namespace names
