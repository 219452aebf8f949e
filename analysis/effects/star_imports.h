// The stars of a file: `from a import *`.
#pragma once

#include "analysis/names/file.h"
#include "analysis/values/program.h"

#include <string>
#include <vector>

namespace effects {

// Where the names come from that one brings: files, and modules that rows tell of.
struct Star {
    const names::Import* import = nullptr;
    std::vector<const names::File*> files{};
    std::vector<std::string> modules{};
    bool unread = false;  // one of the files, so that any name may come from there
};

[[nodiscard]] std::vector<Star> stars_of(const values::Program& program);

}  // namespace effects
