#include "transforms/condition/quantifier.h"

#include "analysis/effects/escape.h"
#include "analysis/effects/traceable.h"
#include "analysis/syntax/python.h"
#include "transforms/metadata/inference.h"
#include "transforms/proof/proof.h"
#include "transforms/speculation/speculation.h"

#include <algorithm>

namespace transforms::condition {

using function::Facts;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

bool asks_of_each(const Facts& facts, Node call) {
    const torch::Row* row = facts.row_of(call);
    return row && (row->role == torch::Role::any || row->role == torch::Role::all);
}

namespace {

bool is_display(Node items) { return items.is(Kind::list) || items.is(Kind::tuple); }

// It raises for none of them.
bool is_total_of_each(const Facts& facts, const Each& each, Node statement) {
    const std::string name(each.names.front().text()), label = "each " + std::string(each.items.text());
    const bool display = is_display(each.items);
    for (const Node item : display ? syntax::elements_of(each.items) : each.names) {
        proof::Proof proof;
        metadata::Forms forms(facts, statement, proof);
        speculation::Speculation speculation(facts, statement, forms, proof);
        if (display) {
            forms.bind(name, item);
        } else {
            forms.assign(name, {.kind = operations::Form::Kind::tensor, .shape = {label}, .dtype = label});
            speculation.assigned(name, item);
        }
        speculation.check(each.body);
        if (proof.refused() || proof.has_guards()) return false;
    }
    return true;
}

}  // namespace

std::optional<Each> read_each(Node call) {
    const Node arguments = syntax::Call{call}.arguments(), only = arguments.first_child();
    const bool lazy = arguments.is(Kind::generator_expression);
    if (!lazy && (!only.is(Kind::list_comprehension) || only.next_sibling())) return std::nullopt;
    const Node whole = lazy ? arguments : only, clause = whole.child(Kind::for_in_clause);
    if (!clause || clause.next_sibling()) return std::nullopt;
    Each each{.body = whole.child(Field::body),
              .names = syntax::elements_of(clause.child(Field::left)),
              .items = clause.child(Field::right),
              .lazy = lazy};
    const bool is_one = clause.child(Field::left).is(Kind::identifier);  // `for t, in` takes each apart
    const bool fits = is_one || each.names.size() > 1;
    const bool are_names = std::ranges::all_of(each.names, [](Node one) { return one.is(Kind::identifier); });
    return fits && are_names ? std::optional(std::move(each)) : std::nullopt;
}

bool holds_tensors(const Facts& facts, Node items) {
    const values::Value value = facts.value(items);
    const torch::Row* row = items.is(Kind::call) ? facts.row_of(items) : nullptr;
    if (!value.is(values::Kind::sequence) || (items.is(Kind::call) && !(row && (row->traits.pure || row->traits.view))))
        return false;
    const values::Sequence& sequence = value.sequence();
    const bool is_list =
        sequence.form == values::Sequence::Form::list || sequence.form == values::Sequence::Form::tuple;
    return is_list && !sequence.items.empty() &&
           std::ranges::all_of(sequence.items, [](values::Value each) { return each.is_tensor() && !each.maybe_none; });
}

bool goes_through_tensors(const Facts& facts, const Each& each) {
    return (is_display(each.items) || holds_tensors(facts, each.items)) && effects::is_traced(facts, each.body);
}

bool is_computed_of_each(const Facts& facts, const Each& each, Node statement, bool always) {
    return holds_tensors(facts, each.items) && effects::is_traced(facts, each.body) &&
           facts.value(each.body).dtype == torch::Dtype::boolean && effects::makes_new_tensor(facts, each.body) &&
           ((always && !each.lazy) || is_total_of_each(facts, each, statement));
}

}  // namespace transforms::condition
