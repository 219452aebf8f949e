// What came out of one file, before it is made part of a Report. Made by check and fix, and kept by cache/.
#pragma once

#include "analysis/elsewhere.h"
#include "analysis/entry_points.h"
#include "analysis/values/declared/claim.h"
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
    std::vector<analysis::EntryPoint> entry_points{};
    std::vector<values::Claim> claims{};  // about classes of other files
    std::vector<analysis::Outline> outlines{};
    std::vector<std::string> applied{};  // fixes, see transforms::Fixed
    std::string diff{};
};

// What other files say of one, so that its analysis is another one.
struct Asked {
    std::vector<std::string> functions{};  // that their compiled code calls, as values/declared/passed.h spells them
    std::vector<values::Claim> claims{};   // about its classes

    [[nodiscard]] bool empty() const { return functions.empty() && claims.empty(); }
};

}  // namespace output
