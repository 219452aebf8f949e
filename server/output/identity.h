// What a finding is, wherever its line has moved to: for those who compare two runs.
#pragma once

#include "server/output/report.h"

#include <compare>
#include <cstddef>
#include <map>
#include <string>

namespace output {

struct Identity {
    std::string path;  // relative to a folder that is agreed upon, '/' separated
    std::string function;
    std::string code;
    std::string statement;  // its text, without white space that means nothing
    auto operator<=>(const Identity&) const = default;
};

// `folder` is absolute.
[[nodiscard]] Identity identity_of(const Item& item, const std::string& folder);
[[nodiscard]] std::string path_below(const std::string& folder, const std::string& path);

using Identities = std::map<Identity, std::size_t>;  // how many findings are the same
[[nodiscard]] Identities identities_of(const Report& report, const std::string& folder);

// 32 hexadecimal digits. `nth` tells findings apart that are the same.
[[nodiscard]] std::string fingerprint(const Identity& identity, std::size_t nth);

}  // namespace output
