// Whether what the fixes of a program assume holds for the values that it has: asked in one run of its own, eagerly.
#pragma once

#include "server/commands/arguments.h"
#include "server/confirm/judge.h"

#include <string>
#include <vector>

namespace commands {

// One for each guard that one of the fixes assumes. What could not be asked is left out, and a run that failed says so
// in `problems`.
[[nodiscard]] std::vector<confirm::Probed> probe(const Confirm& arguments, const output::Report& report,
                                                 const std::vector<confirm::Applied>& fixes,
                                                 std::vector<std::string>& problems);

}  // namespace commands
