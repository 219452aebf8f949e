#include "analysis/syntax/tree.h"
#include "tests/fuzz/targets.h"
#include "tests/support/trees.h"

#include <optional>
#include <regex>

namespace fuzz {

// Three things Python and tree-sitter do not agree on: `[*f(x)]`, to tree-sitter a call of `*f`, lines within brackets
// that begin left of the block around them, which end it, and formats that begin with `=`, which are no assignments.
std::string reader(std::string_view bytes) {
    const std::string text(bytes);
    const text::Source source("file.py", text);
    const std::optional<syntax::Tree> read = syntax::Tree::read(source);
    if (!read) return "";
    const syntax::Tree by_grammar = syntax::Tree::by_grammar(source);
    if (!by_grammar.errors().empty()) {
        static const std::regex format(R"(\{\w+:=)");
        if (std::regex_search(text, format)) return "";
        const std::string_view error = source.text(by_grammar.errors().front());
        return error.find_first_of("([{") == std::string_view::npos ? "accepts " + text : "";
    }
    const int at = tests::first_difference(*read, by_grammar);
    if (at < 0) return "";
    const syntax::Node differs = read->node(static_cast<std::uint32_t>(at));
    const bool is_splat = differs.is(syntax::Kind::list_splat) || differs.is(syntax::Kind::list_splat_pattern);
    return is_splat ? "" : "reads `" + std::string(differs.text()) + "` in " + text;
}

}  // namespace fuzz
