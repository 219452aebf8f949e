#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/canonical/canonical.h"
#include "transforms/canonical/rows_of_mask.h"
#include "transforms/condition/emptiness.h"
#include "transforms/condition/scalar_reads.h"
#include "transforms/edit/emitted_names.h"
#include "transforms/edit/parentheses.h"
#include "transforms/edit/quote.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace transforms::canonical {

using function::Facts;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

// `x[0]` around x, `x[0, 0]`; none if it is indexed in another way.
Node first_of(Node object) {
    const auto item = syntax::as<syntax::Subscript>(object.parent());
    if (!item || item->object() != object) return {};
    const std::vector<Node> indices = item->indices();
    const bool is_first = std::ranges::all_of(indices, [](Node each) { return each.text() == "0"; });
    return is_first && indices.size() <= 2 ? object.parent() : Node{};
}

// The first place, of rows of places or of rows alone: `places[0]`, `places[0][0]`.
Node first_place_of(Node places) {
    const Node first = first_of(places), inner = first ? first_of(first) : Node{};
    return inner ? inner : first;
}

// The only use of the variable that the places are held by, behind them and in their block; or the places.
Node used_places(const Facts& facts, Node found) {
    const auto assignment = syntax::as<syntax::Assignment>(found.parent());
    if (!assignment || assignment->value() != found) return found;
    const names::Binding* held = facts.variable(assignment->target());
    if (!held || held->captured || held->rebound_inside || !held->is_bound_once()) return {};
    const Node used = condition::single_use(facts, *held), from = syntax::statement_of(found);
    const Node to = used ? syntax::statement_of(used) : Node{};
    return to && from.index() < to.index() && only_computes(facts, from, to) ? used : Node{};
}

// What indices and methods around it are of: `m.nonzero()` of `m.nonzero().flatten()[0]`.
Node below_rows(Node at) {
    while (at.is(Kind::subscript) ||
           (at.is(Kind::call) && rows_around(at.child(Field::function).child(Field::object), false) == at))
        at = at.is(Kind::subscript) ? at.child(Field::value) : at.child(Field::function).child(Field::object);
    return at;
}

// `(t == x).nonzero()`, of which the code is a part, or which it reads the number of: `at[0].item()` behind it.
Node places_asked(const Facts& facts, Node asked) {
    const Node call = syntax::enclosing(asked, Kind::call);
    if (!call || condition::places_of(facts, call)) return call;
    const Node statement = syntax::statement_of(call);
    Node at = below_rows(condition::number_read(facts, call, statement));
    const names::Binding* held = at.is(Kind::identifier) ? facts.variable(at) : nullptr;
    const auto made = held ? facts.definition(*held, statement) : std::nullopt;
    at = made ? below_rows(made->value) : at;
    return at.is(Kind::call) && condition::places_of(facts, at) ? at : Node{};
}

}  // namespace

std::optional<Spelling> first_place(const text::Source& /*source*/, const Facts& facts, Node asked) {
    const Node call = places_asked(facts, asked);
    const auto places = call ? condition::places_of(facts, call) : std::nullopt;
    const auto torch = edit::torch_name(facts.program().names(), facts.function());
    const Node rows = places ? rows_around(call, places->tuple) : Node{}, found = rows ? rows : call;
    const Node used = places && torch && (rows || !places->tuple) ? used_places(facts, found) : Node{};
    const Node first = used ? first_place_of(used) : Node{};
    const Node read = first ? syntax::enclosing(first, Kind::call) : Node{};
    if (!read || condition::number_read(facts, read, syntax::statement_of(read)) != first) return std::nullopt;
    const values::Value mask = facts.value(places->mask);
    if (mask.rank >= 0 && mask.rank != 1) return std::nullopt;
    const std::string text(places->mask.text());
    // A parameter that is asked for its places is likely a mask, and may hold numbers.
    const bool holds_truths = mask.dtype == torch::Dtype::boolean && mask.origin == values::Origin::fresh;
    const std::string truths = holds_truths ? text : "(" + edit::grouped(text) + " != 0)";
    const std::string index = edit::with_method(truths, ".to(" + std::string(*torch) + ".int64).argmax()");
    const std::string has = mask.rank == 1 ? " holds" : " has one dimension, and holds";
    // What stands behind the places, and behind their use, where that is another place.
    std::vector<edit::Edit> edits{{{call.span().begin, found.span().end}, index}};
    if (used == found)
        edits.front().span.end = first.span().end;
    else
        edits.push_back({{used.span().end, first.span().end}, ""});
    return Spelling{.edits = std::move(edits),
                    .code = "GM201",
                    .asked = read,
                    .assumes = {edit::quoted(syntax::unparenthesized(places->mask)) + has + " a truth"}};
}

}  // namespace transforms::canonical
