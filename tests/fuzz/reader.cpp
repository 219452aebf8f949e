#include "analysis/syntax/tree.h"
#include "tests/fuzz/targets.h"
#include "tests/support/trees.h"

#include <optional>
#include <regex>

namespace fuzz {

namespace {

bool has_targets_of_two_lines(const syntax::Tree& tree) {
    for (std::uint32_t i = 0; i < tree.size(); ++i)
        if (const syntax::Node node = tree.node(i);
            node.is(syntax::Kind::pattern_list) && node.text().find('\n') != std::string_view::npos)
            return true;
    return false;
}

}  // namespace

// Four things Python and tree-sitter do not agree on: `[*f(x)]`, to tree-sitter a call of `*f`, lines within brackets
// that begin left of the block around them, which end it, formats that begin with `=`, which are no assignments, and a
// statement `a,` in front of `b = 1`, to tree-sitter one assignment to both.
std::string reader(std::string_view bytes) {
    const std::string text(bytes);
    const text::Source source("file.py", text);
    const std::optional<syntax::Tree> read = syntax::Tree::read(source);
    if (!read) return "";
    const syntax::Tree by_grammar = syntax::Tree::by_grammar(source);
    if (!by_grammar.errors().empty()) {
        static const std::regex format(R"(\{[^{}]*:=)");
        if (std::regex_search(text, format)) return "";
        const std::string_view error = source.text(by_grammar.errors().front());
        return error.find_first_of("([{") == std::string_view::npos ? "accepts " + text : "";
    }
    const int at = tests::first_difference(*read, by_grammar);
    if (at < 0) return "";
    const syntax::Node differs = read->node(static_cast<std::uint32_t>(at));
    const bool is_splat = differs.is(syntax::Kind::list_splat) || differs.is(syntax::Kind::list_splat_pattern);
    return is_splat || has_targets_of_two_lines(by_grammar) ? ""
                                                            : "reads `" + std::string(differs.text()) + "` in " + text;
}

}  // namespace fuzz
