#include "analysis/syntax/tree.h"
#include "tests/fuzz/targets.h"
#include "tests/support/trees.h"

#include <algorithm>
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

bool is_splat_by_itself(syntax::Node node) {
    return is_splat(node) && node.parent().is(syntax::Kind::expression_statement);
}

}  // namespace

// Four things Python and tree-sitter do not agree on. `[*f(x)]` is to tree-sitter a call of `*f`, and `*[1]` by itself
// no splat of a list. Lines within brackets that begin left of the block around them end it. Formats that begin with
// `=` are assignments. And `a,` in front of `b = 1` is one assignment to both.
std::string reader(std::string_view bytes) {
    const std::string text(bytes);
    const text::Source source("file.py", text);
    const std::optional<syntax::Tree> read = syntax::Tree::read(source);
    if (!read) return "";
    static const std::regex format(R"(\{[^{}]*:=)");
    if (std::regex_search(text, format)) return "";
    const syntax::Tree by_grammar = syntax::Tree::by_grammar(source);
    if (!by_grammar.errors().empty()) {
        if (any(*read, is_splat)) return "";
        const std::string_view error = source.text(by_grammar.errors().front());
        return error.find_first_of("([{") == std::string_view::npos ? "accepts " + text : "";
    }
    const int at = tests::first_difference(*read, by_grammar);
    if (at < 0) return "";
    const syntax::Node differs = read->node(static_cast<std::uint32_t>(at));
    if (is_splat(differs) || any(*read, is_splat_by_itself) || any(by_grammar, is_of_two_lines)) return "";
    return "reads `" + std::string(differs.text()) + "` in " + text;
}

}  // namespace fuzz
