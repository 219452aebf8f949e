#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/canonical/canonical.h"
#include "transforms/edit/layout.h"

#include <algorithm>
#include <array>

namespace transforms::canonical {

using syntax::Kind;
using syntax::Node;

namespace {

// Its first child is what it evaluates first, whatever that gives.
bool begins_with_child(Node node) {
    constexpr std::array kinds{Kind::parenthesized_expression,
                               Kind::comparison_operator,
                               Kind::binary_operator,
                               Kind::boolean_operator,
                               Kind::not_operator,
                               Kind::unary_operator,
                               Kind::attribute,
                               Kind::subscript,
                               Kind::call};
    return std::ranges::find(kinds, node.kind()) != kinds.end();
}

// The first that the condition of `y = a if (m := e) > 0 else b` evaluates, which the statement evaluates first; none
// if it assigns nothing.
Node first_assigned(Node choice) {
    const Node whole = syntax::parenthesized(choice), holder = whole.parent();
    const auto assignment = syntax::as<syntax::Assignment>(holder);
    const bool is_first = holder.is(Kind::return_statement) ||
                          (assignment && assignment->target().is(Kind::identifier) && assignment->value() == whole);
    Node node = syntax::Conditional{choice}.condition();
    while (begins_with_child(node)) node = node.first_child();
    return is_first && node.is(Kind::named_expression) ? node : Node{};
}

}  // namespace

std::optional<Spelling> held_walrus(const text::Source& source, const function::Facts& /*facts*/, Node asked) {
    const Node tester = syntax::tester_of(asked);
    const Node walrus = tester.is(Kind::conditional_expression) ? first_assigned(tester) : Node{};
    const Node statement = walrus ? syntax::statement_of(walrus) : Node{};
    const auto indentation = statement ? edit::indentation(source, statement.span()) : std::nullopt;
    if (!indentation || walrus.text().find('\n') != std::string_view::npos) return std::nullopt;
    const std::string name(walrus.first_child().text()), value(walrus.first_child().next_sibling().text());
    const std::uint32_t begin = statement.span().begin;
    const Node whole = walrus.parent().is(Kind::parenthesized_expression) ? walrus.parent() : walrus;
    std::string line = name + " = " + value;
    line.append(source.line_ending()).append(*indentation);
    return Spelling{.edits = {{{begin, begin}, line}, {whole.span(), name}}, .asked = asked};
}

}  // namespace transforms::canonical
