#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "transforms/canonical/asked_again.h"
#include "transforms/canonical/canonical.h"
#include "transforms/canonical/if_statement.h"
#include "transforms/edit/quote.h"

#include <algorithm>

namespace transforms::canonical {

using function::Facts;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

// `xs = [f(x) for x in xs]`, `d = {k: f(v) for k, v in d.items()}`: each element of what the variable holds, anew.
struct Renewal {
    syntax::Assignment assignment;
    Node element;             // `f(x)`
    std::vector<Node> names;  // `x`; `k` and `v`: the last one is the element as it was
};

std::optional<Renewal> renewal_of(Node statement) {
    const auto assignment = syntax::as<syntax::Assignment>(statement.first_child());
    const Node made = assignment ? assignment->value() : Node{}, first = made.first_child();
    const Node clause = first.next_sibling();
    if (!assignment || !clause.is(Kind::for_in_clause) || clause.next_sibling()) return std::nullopt;
    const std::string holder(assignment->target().text());
    const Node pattern = clause.child(Field::left), iterable = clause.child(Field::right);
    const std::vector<Node> names = syntax::elements_of(pattern);
    if (made.is(Kind::list_comprehension) && pattern.is(Kind::identifier) && iterable.text() == holder)
        return Renewal{*assignment, first, names};
    const bool is_renewed = made.is(Kind::dictionary_comprehension) && names.size() == 2 &&
                            iterable.text() == holder + ".items()" &&
                            first.child(Field::key).text() == names.front().text();
    return is_renewed ? std::optional(Renewal{*assignment, first.child(Field::value), names}) : std::nullopt;
}

}  // namespace

std::optional<Spelling> list_arm(const text::Source& source, const Facts& facts, Node asked) {
    const auto branch = branch_of(asked);
    if (!branch || !branch->node.is(Kind::if_statement) || !branch->alternatives().empty()) return std::nullopt;
    const Node statement = branch->body().first_child(), condition = branch->condition();
    const auto renewal = statement.next_sibling() ? std::nullopt : renewal_of(statement);
    const text::Span whole = branch->node.span(), element = renewal ? renewal->element.span() : text::Span{};
    // Of `if x.sum() > 0: xs = [x * 2 for x in xs]`, the condition would ask another x.
    const auto is_asked = [&](Node name) { return syntax::mentions(condition, name.text()); };
    const bool fits = renewal && renewal->assignment.target().is(Kind::identifier) &&
                      std::ranges::none_of(renewal->names, is_asked) && only_asks(facts, condition) &&
                      outlasts(facts, condition, renewal->element) &&
                      source.text(whole).find('#') == std::string_view::npos &&
                      renewal->element.text().find('\n') == std::string_view::npos;
    if (!fits) return std::nullopt;
    const Node holder = renewal->assignment.target();
    const std::string front(source.text({renewal->assignment.node.span().begin, element.end}));
    const std::string rest(source.text({element.end, statement.span().end}));
    const std::string kind = renewal->assignment.value().is(Kind::list_comprehension) ? "a list" : "a dict";
    return Spelling{
        .edits = {{{whole.begin, condition.span().begin}, front + " if "},
                  {{condition.span().end, whole.end}, " else " + std::string(renewal->names.back().text()) + rest}},
        .assumes = {edit::quoted(holder) + " is " + kind + " of tensors, and nobody minds a new one"}};
}

}  // namespace transforms::canonical
