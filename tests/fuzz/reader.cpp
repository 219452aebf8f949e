#include "analysis/syntax/tree.h"
#include "tests/fuzz/targets.h"
#include "tests/support/trees.h"

#include <algorithm>
#include <array>
#include <optional>
#include <regex>

namespace fuzz {

namespace {

template <class Is>
bool any(const syntax::Tree& tree, Is is) {
    return std::ranges::any_of(syntax::subtree(tree.root()), is);
}

bool is_of_two_lines(syntax::Node node) {
    return node.is(syntax::Kind::pattern_list) && node.text().find('\n') != std::string_view::npos;
}

bool is_splat(syntax::Node node) {
    return node.is(syntax::Kind::list_splat) || node.is(syntax::Kind::list_splat_pattern);
}

bool is_splat_of_brackets(syntax::Node node) {
    return is_splat(node) && node.text().find_first_of("([{") == node.text().find_first_not_of("* \t\\\n");
}

// A line of the expression begins left of its statement, which only brackets allow.
bool begins_left(syntax::Node node) {
    const text::Source& source = node.tree()->source();
    const auto column = [&](std::uint32_t line) { return source.text(source.line(line)).find_first_not_of(" \t"); };
    const text::Span span = node.span();
    const std::uint32_t first = source.line_at(syntax::statement_of(node).span().begin);
    for (std::uint32_t line = source.line_at(span.begin) + 1; line <= source.line_at(span.end); ++line)
        if (column(line) < column(first)) return true;
    return false;
}

bool is_left_of_its_block(syntax::Node node) {
    using enum syntax::Kind;
    static constexpr std::array brackets{argument_list,
                                         bases,
                                         dictionary,
                                         dictionary_comprehension,
                                         generator_expression,
                                         import_from_statement,
                                         list,
                                         list_comprehension,
                                         list_pattern,
                                         parameters,
                                         parenthesized_expression,
                                         set,
                                         set_comprehension,
                                         subscript,
                                         tuple,
                                         tuple_pattern,
                                         type_parameter};
    return std::ranges::find(brackets, node.kind()) != brackets.end() && begins_left(node);
}

// `*f()` by itself takes a bracket on the next line for its own, to tree-sitter.
bool is_bare_splat_of_call(syntax::Node node) {
    const bool is_bare =
        node.parent().is(syntax::Kind::expression_statement) || node.parent().is(syntax::Kind::expression_list);
    return is_splat(node) && is_bare && node.first_child().is(syntax::Kind::call);
}

// `with a if b else c as d:` names `c` alone, to tree-sitter.
bool is_part_with_alias(syntax::Node node) {
    return node.is(syntax::Kind::as_pattern) &&
           (node.parent().is(syntax::Kind::conditional_expression) || node.parent().is(syntax::Kind::lambda));
}

// Six things Python and tree-sitter do not agree on. `[*f(x)]` is to tree-sitter a call of `*f`, and `*[1]` no
// splat of a list. Lines within brackets that begin left of the block around them end it. Formats that begin with
// `=` are assignments. `a,` in front of `b = 1` is one assignment to both. `as` binds a part of an expression. And
// brackets on the next line belong to a call.
bool may_disagree(const std::string& text, const syntax::Tree& read, const syntax::Tree& by_grammar) {
    static const std::regex format(R"(\{[^{}]*:=)");
    return any(read, is_splat_of_brackets) || any(read, is_bare_splat_of_call) || any(read, is_left_of_its_block) ||
           any(by_grammar, is_of_two_lines) || any(by_grammar, is_part_with_alias) || std::regex_search(text, format);
}

}  // namespace

std::string reader(std::string_view bytes) {
    const std::string text(bytes);
    const text::Source source("file.py", text);
    const std::optional<syntax::Tree> read = syntax::Tree::read(source);
    if (!read) return "";
    const syntax::Tree by_grammar = syntax::Tree::by_grammar(source);
    if (!by_grammar.errors().empty()) return may_disagree(text, *read, by_grammar) ? "" : "accepts " + text;
    const int at = tests::first_difference(*read, by_grammar);
    if (at < 0) return "";
    const syntax::Node differs = read->node(static_cast<std::uint32_t>(at));
    if (is_splat(differs) || may_disagree(text, *read, by_grammar)) return "";
    return "reads `" + std::string(differs.text()) + "` in " + text;
}

}  // namespace fuzz
