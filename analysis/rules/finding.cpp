#include "analysis/rules/finding.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace rules {
namespace {

constexpr std::array<std::string_view, 3> severities{"error", "warning", "hint"};
constexpr std::array<std::string_view, 5> outcomes{"split", "skip", "error", "late", "recompile"};
constexpr std::array<std::string_view, 2> confidences{"certain", "likely"};
constexpr std::array<std::string_view, 2> reaches{"always", "conditional"};

}  // namespace

std::string_view to_string(Severity severity) { return severities[static_cast<std::size_t>(severity)]; }
std::string_view to_string(Outcome outcome) { return outcomes[static_cast<std::size_t>(outcome)]; }
std::string_view to_string(Confidence confidence) { return confidences[static_cast<std::size_t>(confidence)]; }
std::string_view to_string(Reach reach) { return reaches[static_cast<std::size_t>(reach)]; }

std::optional<Severity> parse_severity(std::string_view word) {
    const auto found = std::ranges::find(severities, word);
    if (found == severities.end()) return std::nullopt;
    return static_cast<Severity>(found - severities.begin());
}

}  // namespace rules
