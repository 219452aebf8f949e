// The command line as a page of the manual. Used by the `man` command.
#pragma once

#include <CLI/App.hpp>

#include <string>

namespace commands {

[[nodiscard]] std::string man_page(const CLI::App& app,
                                   const std::string& version);  // for groff, with its macros `man`

}  // namespace commands
