// Which Python runs the programs of a project. Looks, and runs nothing. Used by the commands that start the runner.
#pragma once

#include <optional>
#include <string>

namespace config {

// The program by that name: a path, or to be found on PATH.
[[nodiscard]] std::optional<std::string> program_on_path(const std::string& name);

// The one that is asked for; if none is, that of the environment that is active, else of `.venv` at the folder or
// above, else the first on PATH. An absolute path that keeps its links: a link into an environment is how Python knows
// it.
[[nodiscard]] std::optional<std::string> interpreter_for(const std::string& asked, const std::string& folder);

}  // namespace config
