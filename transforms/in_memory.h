// What is written into a module that `graphmend run` imports, and nowhere else: no line moves.
#pragma once

#include "transforms/edit.h"

#include <cstdint>
#include <string>
#include <vector>

namespace transforms {

// What became of one statement.
struct Treated {
    std::uint32_t line = 0;  // 1-based
    std::string function;    // qualified name
    std::string code;        // of the rule that found it
    std::string title;       // of what was done; empty if nothing was
    std::string declined;    // why not, or what it assumes
};

struct InMemory {
    std::vector<Edit> edits;  // well formed
    std::vector<Treated> treated;
};

}  // namespace transforms
