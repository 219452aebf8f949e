// Whether what the fixes of a program assume holds for the values that it has: asked in one run of its own, eagerly.
#pragma once

#include "server/commands/arguments.h"
#include "server/confirm/judge.h"

#include <string>
#include <vector>

namespace commands {

// One for each test that fixes of a finding assume. A run that failed says so in `problems`; what it saw counts.
[[nodiscard]] std::vector<confirm::Probed> probe(const Confirm& arguments, const output::Report& report,
                                                 std::vector<std::string>& problems);

}  // namespace commands
