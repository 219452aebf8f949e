// `any(...)` and `all(...)` of several tensors.
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/grouping.h"
#include "transforms/predicate_reader.h"
#include "transforms/text.h"
#include "transforms/torch_name.h"

#include <algorithm>
#include <optional>

namespace transforms {

using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

// `... for t in ITEMS` within `any(...)`, as a generator or a list.
struct Each {
    Node body, name, items;
    bool lazy = false;  // what comes behind the one that decides is not evaluated
};

std::optional<Each> read_each(Node call) {
    const Node arguments = syntax::Call{call}.arguments(), only = arguments.first_child();
    const bool lazy = arguments.is(Kind::generator_expression);
    if (!lazy && (!only.is(Kind::list_comprehension) || only.next_sibling())) return std::nullopt;
    const Node whole = lazy ? arguments : only, clause = whole.child(Kind::for_in_clause);
    if (!clause || clause.next_sibling() || !clause.child(Field::left).is(Kind::identifier)) return std::nullopt;
    return Each{.body = whole.child(Field::body),
                .name = clause.child(Field::left),
                .items = clause.child(Field::right),
                .lazy = lazy};
}

bool is_display(Node items) { return items.is(Kind::list) || items.is(Kind::tuple); }

// A list of tensors, or a call that makes one and can be made again.
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

}  // namespace

std::string PredicateReader::over_items(Node call, bool any, bool negated) {
    const std::string_view op = any ? " | " : " & ";
    const auto each = read_each(call);
    if (each) return is_display(each->items) ? over_variables(call, op, negated) : over_sequence(call, any, negated);
    const Node items = syntax::Call{call}.arguments().first_child();
    if (items && !items.next_sibling() && is_display(items) && !items.children().empty())
        return over_list(items, op, negated);
    return refuse(call, "goes through what is not known here");
}

// `any(t.max() > 1 for t in (a, b))`: once for each of them.
std::string PredicateReader::over_variables(Node call, std::string_view op, bool negated) {
    const Each each = *read_each(call);
    const std::string name(each.name.text());
    std::string made;
    for (const Node item : each.items.children()) {
        if (!item.is(Kind::identifier)) return refuse(call, "goes through more than variables");
        forms_.bind(name, item);
        const std::string text = tensor(each.body, false);
        made.append(made.empty() ? "" : op).append(grouped(renamed(text, name, item.text())));
        behind_ = behind_ || each.lazy;
        if (!proof_.refused()) made_.tensors.push_back(item);
    }
    if (!made_.before.empty()) return refuse(call, "assigns a variable");
    forms_.unbind(name);
    std::erase(made_.tensors, each.body);
    return negated ? "~(" + made + ")" : made;
}

// `any(t.max() > 1 for t in parts)` as `torch.stack([t.max() > 1 for t in parts]).any()`: that takes one at least, and
// all on one device.
std::string PredicateReader::over_sequence(Node call, bool any, bool negated) {
    const Each each = *read_each(call);
    const std::string name(each.name.text()), items(each.items.text());
    const auto torch = torch_name(facts_.program(), facts_.function());
    const bool known = holds_tensors(facts_, each.items);
    if (!torch || !(known || forms_.place(each.items))) return refuse(call, "goes through what is not known here");
    if (!known)
        proof_.test_kind("isinstance(" + items + ", (list, tuple)) and all(isinstance(" + name + ", " +
                         std::string(*torch) + ".Tensor) for " + name + " in " + items + ")");
    proof_.test("len({" + name + ".device for " + name + " in " + items + "}) == 1");
    const std::size_t tests = proof_.conditions().size();
    const std::string label = "each " + items;
    forms_.assign(name, {.kind = Form::Kind::tensor, .shape = {label}, .dtype = label});
    speculation_.assigned(name, each.name);
    behind_ = behind_ || each.lazy;
    const std::string text = tensor(each.body, false);
    forms_.forget(name);
    if (!made_.before.empty()) return refuse(call, "assigns a variable");
    if (proof_.conditions().size() != tests) return refuse(call, "asks of each what is not known of it");
    std::erase_if(made_.tensors, [&](Node tensor) { return syntax::is_within(tensor, each.body); });
    made_.tensors.push_back(each.items);
    made_.lists.push_back(each.items);
    const std::string stack = std::string(*torch) + ".stack([" + text + " for " + name + " in " + items + "])";
    return (negated ? "~" : "") + stack + (any ? ".any()" : ".all()");
}

// `any([a.max() > 1, b.max() > 1])`: all are evaluated in any case.
std::string PredicateReader::over_list(Node items, std::string_view op, bool negated) {
    std::string made;
    for (const Node item : items.children()) {
        if (is_fixed(facts_, item)) return refuse(items, "goes through what is not known here");
        made.append(made.empty() ? "" : op).append(grouped(tensor(item, false)));
    }
    return negated ? "~(" + made + ")" : made;
}

}  // namespace transforms
