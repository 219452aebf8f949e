#include "server/config/requirement.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>

namespace config {
namespace {

using analysis::Version;

constexpr int patch_releases = 10;  // that are tried: `>=2.6.1` allows 2.6

struct Clause {
    std::string_view op;       // ">=" ...; "" is "=="
    std::vector<int> release;  // 2, 6, 1
    bool wildcard = false;     // 2.6.*
};

std::string_view trim(std::string_view text) {
    while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front()))) text.remove_prefix(1);
    while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back()))) text.remove_suffix(1);
    return text;
}

Clause parse_clause(std::string_view text) {
    constexpr std::array<std::string_view, 10> operators{"===", "==", "~=", "!=", "<=", ">=", "<", ">", "^", "~"};
    Clause clause;
    text = trim(text);
    for (const std::string_view op : operators)
        if (text.starts_with(op)) {
            clause.op = op;
            text = trim(text.substr(op.size()));
            break;
        }
    // Of "2.10.0rc1+cpu" the numbers.
    const auto is_digit = [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; };
    for (int number = 0; !text.empty() && is_digit(text.front());) {
        const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
        if (failed != std::errc{}) break;
        clause.release.push_back(number);
        text.remove_prefix(static_cast<std::size_t>(end - text.data()));
        if (!text.starts_with('.')) break;
        text.remove_prefix(1);
    }
    clause.wildcard = text.starts_with('*');
    return clause;
}

std::vector<Clause> parse(std::string_view asked) {
    std::vector<Clause> clauses;
    while (!asked.empty()) {
        const std::size_t comma = std::min(asked.find(','), asked.size());
        Clause clause = parse_clause(asked.substr(0, comma));
        if (!clause.release.empty()) clauses.push_back(std::move(clause));
        asked.remove_prefix(std::min(comma + 1, asked.size()));
    }
    return clauses;
}

int part(std::span<const int> release, std::size_t at) { return at < release.size() ? release[at] : 0; }

std::strong_ordering compare(std::span<const int> a, std::span<const int> b) {
    for (std::size_t i = 0; i < std::max(a.size(), b.size()); ++i)
        if (const auto order = part(a, i) <=> part(b, i); order != 0) return order;
    return std::strong_ordering::equal;
}

bool starts_alike(std::span<const int> version, std::span<const int> release, std::size_t parts) {
    for (std::size_t i = 0; i < parts; ++i)
        if (part(version, i) != part(release, i)) return false;
    return true;
}

bool allows(const Clause& clause, std::span<const int> version) {
    const auto& [op, release, wildcard] = clause;
    const auto order = compare(version, release);
    const bool equal = wildcard ? starts_alike(version, release, release.size()) : order == 0;
    if (op == "!=") return !equal;
    if (op == "<") return order < 0;
    if (op == "<=") return order <= 0;
    if (op == ">") return order > 0;
    if (op == ">=") return order >= 0;
    // ~=2.6 and ^2.6 stay below 3, ~=2.6.1 and ~2.6 below 2.7.
    if (op == "~=") return order >= 0 && starts_alike(version, release, release.size() - 1);
    if (op == "^") return order >= 0 && starts_alike(version, release, 1);
    if (op == "~") return order >= 0 && starts_alike(version, release, std::min<std::size_t>(2, release.size()));
    return equal;
}

bool allowed(const std::vector<Clause>& clauses, Version version) {
    for (int patch = 0; patch < patch_releases; ++patch) {
        const std::array numbers{version.major, version.minor, patch};
        if (std::ranges::all_of(clauses, [&](const Clause& clause) { return allows(clause, numbers); })) return true;
    }
    return false;
}

bool is_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_' || c == '.'; }

}  // namespace

std::optional<std::string> asked_of(std::string_view package, std::string_view requirement) {
    requirement = trim(requirement.substr(0, requirement.find_first_of(";#")));
    std::size_t end = 0;
    while (end < requirement.size() && is_name(requirement[end])) ++end;
    const auto same = [](char a, char b) { return std::tolower(static_cast<unsigned char>(a)) == b; };
    if (!std::ranges::equal(requirement.substr(0, end), package, same)) return std::nullopt;
    std::string_view rest = trim(requirement.substr(end));
    if (rest.starts_with('[')) rest = trim(rest.substr(std::min(rest.find(']'), rest.size() - 1) + 1));
    if (rest.starts_with('@')) return std::nullopt;  // from an address
    rest = trim(rest.substr(0, rest.find(" --")));   // --hash=...
    if (rest.starts_with('(') && rest.ends_with(')')) rest = rest.substr(1, rest.size() - 2);
    return std::string(rest);
}

std::optional<Version> choose(std::string_view asked, std::span<const Version> candidates) {
    const std::vector<Clause> clauses = parse(asked);
    if (clauses.empty()) return std::nullopt;
    for (const Version candidate : candidates)
        if (allowed(clauses, candidate)) return candidate;
    for (const Clause& clause : clauses)
        if (clause.op != "!=" && clause.op != "<") return Version{part(clause.release, 0), part(clause.release, 1)};
    return std::nullopt;
}

bool can_choose(std::string_view asked, std::span<const Version> candidates) {
    const std::vector<Clause> clauses = parse(asked);
    return std::ranges::any_of(candidates, [&](Version candidate) { return allowed(clauses, candidate); });
}

}  // namespace config
