// What compiled code of one file passes to a function of another, as text: a file is analysed by itself, and values
// live with the analysis that has made them. Used by the interpreter, and by whoever brings the files of a project
// together.
#pragma once

#include "analysis/values/lattice/value.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace syntax {
class Node;
}

namespace values {
class Program;

// A function, and of its parameters those of which it can be said in another file what they are given: tensors and
// numbers. What may be None is left out: of who comes by, that one may be no more than a guess.
struct Passed {
    std::string function{};  // its qualified name
    std::vector<std::pair<std::string, Value>> arguments{};
};

// All of it in one line: equal values, equal texts.
[[nodiscard]] std::string spelled(const Passed& passed);
// What is no such text is the name of a function, of which nothing else is said.
[[nodiscard]] Passed read_passed(std::string_view text);

// What all compiled calls of the function have in common.
[[nodiscard]] Passed passed_to(const Program& program, syntax::Node function, std::string name);

}  // namespace values
