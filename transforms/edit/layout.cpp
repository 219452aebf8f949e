#include "transforms/edit/layout.h"

#include "analysis/syntax/tree.h"
#include "transforms/edit/words.h"

#include <algorithm>

namespace transforms::edit {

std::optional<std::string_view> indentation(const text::Source& source, text::Span statement) {
    const text::Span line = source.line(source.line_at(statement.begin));
    const std::string_view before = source.text({line.begin, statement.begin});
    if (before.find_first_not_of(" \t\f") != std::string_view::npos) return std::nullopt;
    return before;
}

std::string step_of(const text::Source& source, syntax::Node statement) {
    const auto outer = indentation(source, statement.span());
    const syntax::Node block = statement.child(syntax::Kind::block);
    const syntax::Node first = block ? block.first_child() : syntax::Node{};
    const auto inner = first ? indentation(source, first.span()) : std::nullopt;
    if (outer && inner && inner->size() > outer->size() && inner->starts_with(*outer))
        return std::string(inner->substr(outer->size()));
    return outer && outer->find('\t') != std::string_view::npos ? "\t" : "    ";
}

std::uint32_t end_of_line(const text::Source& source, std::uint32_t at) { return source.line(source.line_at(at)).end; }

bool ends_line(const text::Source& source, text::Span statement) {
    const std::string_view behind = source.text({statement.end, end_of_line(source, statement.end)});
    const std::size_t next = behind.find_first_not_of(" \t\f\r");
    return next == std::string_view::npos || behind[next] == '#';
}

std::optional<text::Span> whole_line(const text::Source& source, syntax::Node statement) {
    const text::Span span = statement.span();
    const std::uint32_t line = source.line_at(span.begin), end = source.line(line).end;
    const bool is_alone = indentation(source, span) && span.end <= end &&
                          source.text({span.end, end}).find_first_not_of(" \t\f\r") == std::string_view::npos;
    if (!is_alone || line + 1 >= source.line_count()) return std::nullopt;
    return text::Span{source.line(line).begin, source.line(line + 1).begin};
}

bool is_in_string(syntax::Node node) {
    for (; node && !syntax::is_statement(node.kind()); node = node.parent())
        if (node.is(syntax::Kind::string)) return true;
    return false;
}

namespace {

// How much deeper in brackets the next character is.
int nesting(char c) { return c == '(' || c == '[' || c == '{' ? 1 : c == ')' || c == ']' || c == '}' ? -1 : 0; }

// Of `a or b`, `a, b`; the text itself if it is not joined so, or may hold a string.
std::vector<std::string_view> parts_of(std::string_view text, std::string_view between) {
    std::vector<std::string_view> parts;
    int depth = 0;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        depth += nesting(text[i]);
        if (depth != 0 || !text.substr(i).starts_with(between)) continue;
        parts.push_back(text.substr(begin, i - begin));
        begin = i + between.size();
    }
    parts.push_back(text.substr(begin));
    return text.find_first_of("'\"") == std::string_view::npos ? parts : std::vector{text};
}

// `(a or b)`, and not `(a) or (b)`.
bool is_in_brackets(std::string_view text) {
    int depth = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
        if (depth == 0) return i > 0 && i + 1 == text.size();
    }
    return false;
}

std::size_t closing(const std::string& line, std::size_t open) {
    int depth = 0;
    for (std::size_t i = open; i < line.size(); ++i) {
        depth += nesting(line[i]);
        if (depth == 0) return i;
    }
    return line.size();
}

// Each part of `(a or (b and c))` on a line of its own, where the whole is too long for one.
std::string broken(std::string_view text, const std::string& indentation, std::string_view step,
                   std::string_view line_ending) {
    if (indentation.size() + text.size() + 4 <= longest_line || !is_in_brackets(text)) return std::string(text);
    const std::string_view inside = text.substr(1, text.size() - 2);
    const std::string_view word = parts_of(inside, " or ").size() > 1 ? " or " : " and ";
    const std::string line = std::string(line_ending).append(indentation);
    const std::string deeper = std::string(indentation).append(step);
    std::string made = "(", before;
    for (const std::string_view part : parts_of(inside, word)) {
        made.append(line).append(step).append(before).append(broken(part, deeper, step, line_ending));
        before = std::string(word.substr(1));
    }
    return made.append(line).append(")");
}

// `if (`, each condition on a line of its own, `):`
std::string in_lines(std::string_view word, const std::vector<std::string>& conditions, std::string_view indentation,
                     std::string_view step, std::string_view line_ending) {
    std::string text(word);
    if (conditions.size() == 1 && is_in_brackets(conditions.front()))
        return text.append(" ")
            .append(broken(conditions.front(), std::string(indentation), step, line_ending))
            .append(":");
    const std::string deeper = std::string(indentation).append(step);
    text.append(" (");
    for (const std::string& each : conditions)
        text.append(line_ending)
            .append(deeper)
            .append(&each == conditions.data() ? "" : "and ")
            .append(broken(each, deeper, step, line_ending));
    return text.append(line_ending).append(indentation).append("):");
}

}  // namespace

std::vector<Edit> deeper(const text::Source& source, syntax::Node statement, std::string_view step) {
    std::vector<Edit> made;
    const text::Span span = statement.span();
    for (std::uint32_t line = source.line_at(span.begin) + 1;
         line < source.line_count() && source.line(line).begin < span.end; ++line) {
        const std::uint32_t start = source.line(line).begin;
        if (!source.line(line).empty() && !is_in_string(statement.tree()->at(start)))
            made.push_back({{start, start}, std::string(step)});
    }
    return made;
}

std::optional<std::vector<Edit>> shallower(const text::Source& source, syntax::Node statement, std::string_view step) {
    std::vector<Edit> made;
    for (const Edit& each : deeper(source, statement, step)) {
        const text::Span front{each.span.begin, each.span.begin + static_cast<std::uint32_t>(step.size())};
        if (!source.text({front.begin, static_cast<std::uint32_t>(source.text().size())}).starts_with(step))
            return std::nullopt;
        made.push_back({front, ""});
    }
    return made;
}

std::string header(std::string_view word, const std::vector<std::string>& conditions, std::string_view indentation,
                   std::string_view step, std::string_view line_ending) {
    std::string all = joined(conditions, " and ");
    const bool is_one = conditions.size() == 1 && is_in_brackets(all);
    if (is_one) all = all.substr(1, all.size() - 2);
    if (indentation.size() + all.size() + word.size() + 2 <= longest_line)
        return std::string(word).append(" ").append(all).append(":");
    return in_lines(word, conditions, indentation, step, line_ending);
}

std::string header_unless(const std::vector<std::string>& conditions, std::string_view indentation,
                          std::string_view step, std::string_view line_ending) {
    const std::string line = "if not (" + joined(conditions, " and ") + "):";
    return indentation.size() + line.size() <= longest_line
               ? line
               : in_lines("if not", conditions, indentation, step, line_ending);
}

std::string wrapped(const std::string& line, std::string_view indentation, std::string_view step,
                    std::string_view line_ending) {
    const std::size_t open = line.find_first_of("([{");
    if (indentation.size() + line.size() <= longest_line || line.find('\n') != std::string::npos ||
        open == std::string::npos || closing(line, open) + 1 != line.size())
        return line;
    std::string text(line, 0, open + 1);
    const std::string inside = line.substr(open + 1, line.size() - open - 2);
    const std::size_t width = indentation.size() + step.size() + inside.size();
    const auto parts = width <= widest_line ? std::vector<std::string_view>{inside} : parts_of(inside, ", ");
    for (const std::string_view part : parts)
        text.append(line_ending).append(indentation).append(step).append(part).append(parts.size() > 1 ? "," : "");
    return text.append(line_ending).append(indentation).append(1, line.back());
}

}  // namespace transforms::edit
