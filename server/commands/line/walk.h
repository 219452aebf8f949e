// What is in the command line, for those that tell of it: commands, options, positional arguments; nothing hidden.
#pragma once

#include <CLI/App.hpp>

#include <vector>

namespace commands {

[[nodiscard]] std::vector<const CLI::App*> commands_of(const CLI::App& app);
[[nodiscard]] std::vector<const CLI::Option*> options_of(const CLI::App& app);      // `--name`, `-n`
[[nodiscard]] std::vector<const CLI::Option*> positionals_of(const CLI::App& app);  // PATH
[[nodiscard]] std::vector<std::string> spellings_of(const CLI::Option& option);     // "-h", "--help"
[[nodiscard]] bool takes_value(const CLI::Option& option);

}  // namespace commands
