// What came out of one file, before it is made part of a Report. Made by check and fix, and kept by cache/.
#pragma once

#include "server/files/walk.h"
#include "server/output/report.h"

#include <optional>
#include <string>
#include <vector>

namespace output {

// See analysis::Elsewhere.
struct Elsewhere {
    rules::Finding there;
    std::vector<Item> calls;
};

struct Result {
    std::string path{};
    std::vector<Item> items{};
    std::vector<Elsewhere> elsewhere{};
    std::vector<files::Failure> failed_elsewhere{};
    std::optional<files::Failure> failure{};
    bool compiles = false;               // the file hands something to torch.compile
    std::vector<std::string> applied{};  // fixes, see transforms::Fixed
    std::string diff{};
};

}  // namespace output
