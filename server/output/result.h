// What came out of one file, before it is made part of a Report. Made by check and fix, and kept by cache/.
#pragma once

#include "analysis/elsewhere.h"
#include "server/files/walk.h"
#include "server/output/report.h"

#include <optional>
#include <string>
#include <vector>

namespace output {

struct Result {
    std::string path{};
    std::vector<Item> items{};
    std::vector<analysis::Elsewhere> elsewhere{};
    std::vector<files::Failure> failed_elsewhere{};
    std::optional<files::Failure> failure{};
    bool compiles = false;               // the file hands something to torch.compile
    std::vector<std::string> applied{};  // fixes, see transforms::Fixed
    std::string diff{};
};

}  // namespace output
