// The function that stands around what is compiled: it has the name and parameters of the program's own.
#pragma once

#include "transforms/shell.h"

#include <string>
#include <vector>

namespace transforms {

struct Around {
    std::string compiled;             // the name of what is compiled
    std::string result;               // the variable for what it returns; empty if that is nothing
    std::vector<std::string> values;  // and for what it gives besides
    std::string documentation;        // lines
    std::string acts;                 // lines
    std::string indent, inside;       // of the function, and of what is in it
};

// From the line break behind what is compiled up to the last one, which stays out.
[[nodiscard]] std::string function_around(const Shell& shell, const Around& around);

}  // namespace transforms
