// What was found at a revision of git already. Used by known.cpp.
#pragma once

#include "server/commands/inputs.h"

#include <optional>
#include <span>
#include <string>

namespace commands {

// Takes findings out of the report that the revision has as well, in functions that are the same there. A finding that
// a change elsewhere has caused is not there, so it stays.
[[nodiscard]] std::optional<files::Failure> leave_out_old(output::Report& report, std::span<const std::string> paths,
                                                          const std::string& revision, const Settings& settings);

}  // namespace commands
