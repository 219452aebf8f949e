#include "transforms/edit/splice.h"

#include "analysis/syntax/tree.h"

#include <algorithm>

namespace transforms::edit {

namespace {

std::vector<text::Span> strings_in(syntax::Node expression) {
    std::vector<text::Span> spans;
    for (const syntax::Node node : subtree(expression)) {
        if (node.is(syntax::Kind::string) && (spans.empty() || spans.back().end <= node.span().begin))
            spans.push_back(node.span());
    }
    return spans;
}

// `(x,)`
bool is_tuple_of_one(syntax::Node node) {
    return node.is(syntax::Kind::tuple) && node.first_child() && !node.first_child().next_sibling();
}

// Where two lines become one; `next` is what the second one begins with.
void join_lines(std::string& text, syntax::Node at, char next) {
    const bool closes = next == ')' || next == ']';
    if (closes && text.ends_with(',') && !is_tuple_of_one(at)) text.pop_back();
    if (!closes && !text.empty() && text.back() != '(' && text.back() != '[') text += ' ';
}

}  // namespace

std::string with_replaced(syntax::Node expression, const std::vector<Replacement>& replaced) {
    std::vector<Edit> edits;
    const text::Span whole = expression.span();
    for (const Replacement& each : replaced)
        if (each.span.begin >= whole.begin && each.span.end <= whole.end)
            edits.push_back({{each.span.begin - whole.begin, each.span.end - whole.begin}, each.text});
    std::ranges::sort(edits, {}, &Edit::span);
    return edit::apply(expression.text(), edits);
}

std::string on_one_line(syntax::Node expression, std::vector<Replacement> replaced) {
    std::ranges::sort(replaced, {}, [](const Replacement& each) { return each.span.begin; });
    const std::vector<text::Span> strings = strings_in(expression);
    const text::Span whole = expression.span();
    const std::string_view text = expression.text();
    std::string result;
    auto part = replaced.begin();
    for (std::uint32_t at = 0; at < text.size();) {
        const std::uint32_t place = whole.begin + at;
        while (part != replaced.end() && part->span.begin < place) ++part;
        if (part != replaced.end() && part->span.begin == place) {
            result += part->text;
            at += part->span.size();
            ++part;
        } else if (std::ranges::any_of(strings, [&](text::Span each) { return each.contains(place); })) {
            result += text[at++];
        } else if (text[at] == '#') {
            while (at < text.size() && text[at] != '\n' && text[at] != '\r') ++at;
        } else if (text[at] == '\\' || text[at] == '\n' || text[at] == '\r') {
            while (at < text.size() && std::string_view("\\\n\r \t\f").find(text[at]) != std::string_view::npos) ++at;
            if (at < text.size()) join_lines(result, expression.tree()->at(whole.begin + at), text[at]);
        } else {
            result += text[at++];
        }
    }
    return result;
}

bool has_long_string(syntax::Node expression) {
    return std::ranges::any_of(strings_in(expression), [&](text::Span each) {
        const std::string_view text = expression.text().substr(each.begin - expression.span().begin, each.size());
        return text.find_first_of("\r\n") != std::string_view::npos;
    });
}

}  // namespace transforms::edit
