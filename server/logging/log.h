// The log of the language server, for people who look for a fault: silent until it is turned on, and never on standard
// output. Keeps spdlog in one place.
#pragma once

#include <string_view>

namespace logging {

void to_stderr();

void info(std::string_view text);
void warning(std::string_view text);
void error(std::string_view text);

}  // namespace logging
