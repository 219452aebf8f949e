// One function per output format: a Report in, the bytes for the terminal or for another program out.
#pragma once

#include "server/output/report.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace output {

struct Style {
    bool colour = false;
};

// Findings as compilers print them: place, message, source line with carets, trail, fix; then a summary.
[[nodiscard]] std::string text(const Report& report, Style style);
[[nodiscard]] std::string text(const Item& item, Style style);  // one of them
[[nodiscard]] std::string summary(const Report& report);
[[nodiscard]] std::string concise(const Report& report);               // one line for each finding
[[nodiscard]] std::string grouped(const Report& report, Style style);  // the same below the name of each file
[[nodiscard]] std::string json(const Report& report);                  // one object, in the shape that scripts rely on
[[nodiscard]] std::string json_lines(const Report& report);  // one object for each finding, then for each failure
[[nodiscard]] std::string sarif(const Report& report);       // SARIF 2.1.0
[[nodiscard]] std::string github(const Report& report);      // workflow commands, which GitHub shows at the lines
[[nodiscard]] std::string gitlab(const Report& report);      // Code Quality of GitLab
[[nodiscard]] std::string junit(const Report& report);

// What is compiled, by the place that hands it to torch.compile.
[[nodiscard]] std::string entries_text(const Report& report, Style style);
[[nodiscard]] std::string entries_json(const Report& report);

// How many findings there are of each rule, entry point and file; what costs most is first.
[[nodiscard]] std::string statistics(const Report& report, Style style);

// The table of `--output-format`; the first is the default.
enum class Reader : std::uint8_t { person, program };
struct Format {
    std::string_view name;
    Reader reader;
    std::string (*write)(const Report&, Style);
};
[[nodiscard]] std::span<const Format> formats();

// A unified diff that `patch -p1` and `git apply` take; empty when the texts are equal.
[[nodiscard]] std::string diff(std::string_view path, std::string_view before, std::string_view after);

}  // namespace output
