// Findings that are known: those of a baseline, and those that a revision of git has as well. Used by check.
#pragma once

#include "server/commands/inputs.h"

#include <optional>
#include <string>

namespace commands {

// The exit status: 0, or 2 if something could not be analysed or written.
[[nodiscard]] int write_baseline(const output::Report& report, const files::Walk& walk, const std::string& path);

// Takes what is known out of the report, as the command line asks for it.
[[nodiscard]] std::optional<files::Failure> leave_out_known(output::Report& report, const files::Walk& walk,
                                                            const Check& arguments, const Settings& settings);

}  // namespace commands
