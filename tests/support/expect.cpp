#include "tests/support/expect.h"

#include "analysis/text/position.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace tests {
namespace {

std::vector<std::string_view> lines_of(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
        lines.push_back(text.substr(0, end));
        text.remove_prefix(end);
    }
    return lines;
}

std::uint32_t columns(std::string_view text) {
    return static_cast<std::uint32_t>(std::count_if(
        text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

std::string_view without_ending(std::string_view line) {
    while (line.ends_with('\n') || line.ends_with('\r')) line.remove_suffix(1);
    return line;
}

std::optional<std::uint32_t> take_number(std::string_view& text) {
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc()) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return number;
}

// `@0:5 text`
std::optional<Mark> parse_columns(std::string_view rest) {
    rest.remove_prefix(1);
    const auto begin = take_number(rest);
    if (!begin || !rest.starts_with(':')) return std::nullopt;
    rest.remove_prefix(1);
    const auto end = take_number(rest);
    if (!end) return std::nullopt;
    return Mark{.begin = *begin, .end = *end, .text = std::string(rest)};
}

std::optional<Mark> parse_mark(std::string_view line) {
    const std::size_t hash = line.find_first_not_of(" \t");
    if (hash == std::string_view::npos || line[hash] != '#') return std::nullopt;
    const std::size_t begin = line.find_first_not_of(' ', hash + 1);
    if (begin == std::string_view::npos) return std::nullopt;
    std::optional<Mark> mark;
    if (line[begin] == '@') {
        mark = parse_columns(line.substr(begin));
    } else if (line[begin] == '^') {
        const std::size_t end = std::min(line.find_first_not_of('^', begin), line.size());
        mark = Mark{.begin = static_cast<std::uint32_t>(begin),
                    .end = static_cast<std::uint32_t>(end),
                    .text = std::string(line.substr(end))};
    }
    if (!mark) return std::nullopt;
    mark->goes_on = mark->text.starts_with("...");
    mark->text.erase(0, mark->goes_on ? 3 : 0);
    mark->text.erase(0, mark->text.find_first_not_of(' '));
    return mark;
}

std::string comment(std::string_view code_line, const Mark& mark) {
    const std::string_view rest = mark.goes_on ? "... " : " ";
    if (mark.begin == 0 || mark.begin >= mark.end) {
        return "# @" + std::to_string(mark.begin) + ":" + std::to_string(mark.end) + std::string(rest) + mark.text +
               "\n";
    }
    std::size_t hash = std::min(code_line.find_first_not_of(" \t"), code_line.size());
    if (hash >= mark.begin) hash = 0;
    std::string made(code_line.substr(0, hash));
    made.append("#").append(mark.begin - hash - 1, ' ').append(mark.end - mark.begin, '^');
    return made.append(rest).append(mark.text).append("\n");
}

}  // namespace

Marked parse_marks(std::string_view text) {
    Marked marked;
    std::uint32_t lines = 0;
    for (const std::string_view line : lines_of(text)) {
        auto found = lines == 0 ? std::nullopt : parse_mark(without_ending(line));
        if (found) {
            found->line = lines - 1;
            marked.marks.push_back(std::move(*found));
        } else {
            marked.code += line;
            ++lines;
        }
    }
    std::sort(marked.marks.begin(), marked.marks.end());
    return marked;
}

Mark mark(const text::Source& source, text::Span span, std::string text) {
    const text::Position begin = text::position(source, span.begin, text::Unit::utf32);
    const text::Position end = text::position(source, span.end, text::Unit::utf32);
    const bool goes_on = end.line > begin.line;
    const std::uint32_t line_end = columns(source.text(source.line(begin.line)));
    return {.line = begin.line,
            .begin = begin.column,
            .end = goes_on ? line_end : end.column,
            .goes_on = goes_on,
            .text = std::move(text)};
}

text::Span span(const text::Source& source, const Mark& mark) {
    return {text::offset(source, {mark.line, mark.begin}, text::Unit::utf32),
            text::offset(source, {mark.line, mark.end}, text::Unit::utf32)};
}

std::string with_marks(std::string_view code, std::vector<Mark> marks) {
    std::sort(marks.begin(), marks.end());
    std::string text;
    std::uint32_t number = 0;
    auto next = marks.begin();
    for (const std::string_view line : lines_of(code)) {
        text += line;
        for (; next != marks.end() && next->line == number; ++next) text += comment(line, *next);
        ++number;
    }
    return text;
}

}  // namespace tests
