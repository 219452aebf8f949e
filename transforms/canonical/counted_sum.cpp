#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/canonical/canonical.h"

namespace transforms::canonical {

using syntax::Kind;
using syntax::Node;

namespace {

// `sum(1 for m in masks if c)`, `len([m for m in masks if c])`
bool counts(const function::Facts& facts, Node call, Node comprehension) {
    const Node function = call.child(syntax::Field::function), each = comprehension.first_child();
    if (!function.is(Kind::identifier) || facts.variable(function)) return false;
    if (function.text() == "len") return comprehension.is(Kind::list_comprehension) && each.is(Kind::identifier);
    return function.text() == "sum" && each.is(Kind::integer) && each.text() == "1";
}

// That has the comprehension as its only argument: a generator has no parentheses of its own then.
Node call_of(Node comprehension) {
    const Node outer = comprehension.parent();
    if (outer.is(Kind::call)) return outer;
    const Node call = outer.parent();
    return call.is(Kind::call) && syntax::Call{call}.only_argument() == comprehension ? call : Node{};
}

}  // namespace

std::optional<Spelling> counted_sum(const text::Source& /*source*/, const function::Facts& facts, Node asked) {
    const Node clause = asked.parent(), comprehension = clause.parent();
    const bool fits = clause.is(Kind::if_clause) && !clause.next_sibling() &&
                      (comprehension.is(Kind::generator_expression) || comprehension.is(Kind::list_comprehension));
    const Node call = fits ? call_of(comprehension) : Node{},
               loop = fits ? comprehension.first_child().next_sibling() : Node{};
    if (!call || !loop.is(Kind::for_in_clause) || loop.next_sibling() != clause) return std::nullopt;
    if (!counts(facts, call, comprehension) || facts.value(asked).dtype != torch::Dtype::boolean) return std::nullopt;
    const bool is_call = asked.is(Kind::call);
    const text::Span span = asked.span();
    return Spelling{.edits = {{{call.span().begin, span.begin}, is_call ? "sum(" : "sum(("},
                              {{span.end, span.end}, is_call ? ".item()" : ").item()"},
                              {{span.end, call.span().end}, " " + std::string(loop.text()) + ")"}},
                    .code = "GM201"};
}

}  // namespace transforms::canonical
