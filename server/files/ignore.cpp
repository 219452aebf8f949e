#include "server/files/ignore.h"

namespace files {

namespace {

constexpr std::string_view special = "*?[\\";

// Without the spaces at the end, unless a backslash stands before them.
std::string_view without_trailing_spaces(std::string_view line) {
    std::size_t end = 0;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] == '\\') {
            if (++i == line.size()) return line;
        } else if (line[i] == ' ') {
            continue;
        }
        end = i + 1;
    }
    return line.substr(0, end);
}

}  // namespace

Ignore::Ignore(std::string_view text) {
    if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        std::string_view line = text.substr(0, end);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        if (line.ends_with('\r')) line.remove_suffix(1);
        if (!line.starts_with('#')) add(without_trailing_spaces(line));
    }
}

void Ignore::add(std::string_view line) {
    Pattern pattern;
    if (line.starts_with('!')) {
        pattern.negated = true;
        line.remove_prefix(1);
    }
    if (line.ends_with('/')) {
        pattern.only_directories = true;
        line.remove_suffix(1);
    }
    if (line.empty()) return;
    pattern.any_folder = line.find('/') == std::string_view::npos;
    if (line.starts_with('/')) line.remove_prefix(1);
    const std::size_t plain = line.find_first_of(special);
    if (pattern.any_folder && plain == 0 && line[0] == '*' &&
        line.find_first_of(special, 1) == std::string_view::npos) {
        pattern.suffix = line.substr(1);
    } else {
        pattern.prefix = line.substr(0, plain);
        if (plain != std::string_view::npos) {
            // With a slash in the pattern, git matches the part behind the prefix on its own, so that the `**` of
            // `a**/b` counts as leading; a pattern without one is matched whole.
            pattern.rest.emplace(pattern.any_folder ? line : line.substr(plain));
            if (pattern.any_folder) pattern.prefix.clear();
        }
    }
    patterns_.push_back(std::move(pattern));
}

bool Ignore::Pattern::matches(std::string_view text) const {
    if (suffix) return text.ends_with(*suffix);
    if (!text.starts_with(prefix)) return false;
    text.remove_prefix(prefix.size());
    return rest ? rest->matches(text) : text.empty();
}

std::optional<Verdict> Ignore::judge(std::string_view path, bool is_directory) const {
    const std::string_view name = path.substr(path.rfind('/') + 1);
    for (auto pattern = patterns_.rbegin(); pattern != patterns_.rend(); ++pattern) {
        if (pattern->only_directories && !is_directory) continue;
        if (pattern->matches(pattern->any_folder ? name : path))
            return pattern->negated ? Verdict::taken : Verdict::ignored;
    }
    return std::nullopt;
}

bool Ignore::covers(std::string_view path) const {
    for (std::size_t slash = path.find('/'); slash != std::string_view::npos; slash = path.find('/', slash + 1))
        if (judge(path.substr(0, slash), true) == Verdict::ignored) return true;
    return judge(path, false) == Verdict::ignored;
}

}  // namespace files
