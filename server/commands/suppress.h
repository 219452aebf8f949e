// Comments that silence all findings. Used by check.
#pragma once

#include "server/commands/inputs.h"

#include <string>

namespace commands {

// Writes them into the files, and tells of the findings that are left. The exit status.
[[nodiscard]] int suppress(output::Report report, const files::Walk& walk, const std::string& reason);

}  // namespace commands
