// One function per output format: a Report in, the bytes for the terminal or for another program out.
#pragma once

#include "server/output/report.h"

#include <string>
#include <string_view>

namespace output {

struct Style {
    bool colour = false;
};

// Findings as compilers print them: place, message, source line with carets, trail, fix; then a summary.
[[nodiscard]] std::string text(const Report& report, Style style);
[[nodiscard]] std::string text(const Item& item, Style style);  // one of them
[[nodiscard]] std::string json(const Report& report);           // one object, in the shape that scripts rely on
[[nodiscard]] std::string sarif(const Report& report);          // SARIF 2.1.0
[[nodiscard]] std::string github(const Report& report);         // workflow commands, which GitHub shows at the lines

// A unified diff that `patch -p1` and `git apply` take; empty when the texts are equal.
[[nodiscard]] std::string diff(std::string_view path, std::string_view before, std::string_view after);

}  // namespace output
