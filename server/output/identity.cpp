#include "server/output/identity.h"

#include "server/files/hash.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace output {

namespace {

namespace fs = std::filesystem;

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\\'; }

bool is_word(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           static_cast<unsigned char>(c) >= 0x80;
}

// The end of the string or comment that begins here; where there is none, the same place.
std::size_t skipped(std::string_view text, std::size_t at) {
    if (text[at] == '#') return std::min(text.find('\n', at), text.size());
    if (text[at] != '"' && text[at] != '\'') return at;
    const bool is_long = at + 2 < text.size() && text[at + 1] == text[at] && text[at + 2] == text[at];
    const std::string_view quote = text.substr(at, is_long ? 3 : 1);
    for (std::size_t end = at + quote.size(); end < text.size(); ++end) {
        if (text[end] == '\\')
            ++end;
        else if (text.substr(end).starts_with(quote))
            return end + quote.size();
    }
    return text.size();
}

// Before: `y = ( x +  # more\n  1 )`    After: `y=(x+1)`: as it was before somebody formatted the file.
std::string normalised(std::string_view text) {
    std::string result;
    bool apart = false;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        if (const std::size_t end = skipped(text, at); end != at) {
            if (c != '#') result += text.substr(at, end - at);
            apart = apart || c == '#';
            at = end - 1;
            continue;
        }
        if (is_space(c)) {
            apart = true;
            continue;
        }
        if (apart && !result.empty() && is_word(result.back()) && is_word(c)) result += ' ';
        apart = false;
        result += c;
    }
    return result;
}

}  // namespace

std::string path_below(const std::string& folder, const std::string& path) {
    std::error_code error;
    const fs::path absolute = fs::weakly_canonical(fs::absolute(path, error), error);
    const fs::path base = fs::weakly_canonical(folder, error);
    return absolute.lexically_relative(base).generic_string();
}

Identity identity_of(const Item& item, const std::string& folder) {
    const rules::Finding& finding = item.finding;
    const text::Span statement = finding.statement.empty() ? finding.span : finding.statement;
    return {.path = path_below(folder, item.source->path()),
            .function = finding.function,
            .code = std::string(finding.code),
            .statement = normalised(item.source->text(statement))};
}

Identities identities_of(const Report& report, const std::string& folder) {
    Identities all;
    for (const Item& item : report.items) ++all[identity_of(item, folder)];
    return all;
}

std::string fingerprint(const Identity& identity, std::size_t nth) {
    std::string text;
    for (const std::string& part : {identity.path, identity.function, identity.code, identity.statement})
        text += part + '\0';
    return files::to_string(files::hash_of(text + std::to_string(nth)));
}

}  // namespace output
