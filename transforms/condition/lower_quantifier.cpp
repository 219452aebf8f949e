// `any(...)` and `all(...)` of several tensors.
#include "analysis/effects/traceable.h"
#include "analysis/function/literals.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/condition/lowering.h"
#include "transforms/condition/quantifier.h"
#include "transforms/condition/static_conjuncts.h"
#include "transforms/edit/emitted_names.h"
#include "transforms/edit/parentheses.h"
#include "transforms/edit/quote.h"

#include <algorithm>
#include <optional>

namespace transforms::condition {

using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

bool is_display(Node items) { return items.is(Kind::list) || items.is(Kind::tuple); }

// A list of tensors without dimensions: `values = [x.mean(), x.max()]`.
bool are_single(const function::Facts& facts, Node items) {
    const values::Value value = facts.value(items);
    return value.is(values::Kind::sequence) && !value.sequence().items.empty() &&
           std::ranges::all_of(value.sequence().items,
                               [](const values::Value& each) { return each.is_tensor() && each.rank == 0; });
}

// The variables that the names stand for: the items, or what is in this one; none if they are fewer or more, or if one
// has the name of another.
std::vector<Node> stood_for(const std::vector<Node>& names, Node item) {
    if (names.size() == 1) return {item};
    std::vector<Node> parts = is_display(item) ? syntax::elements_of(item) : std::vector<Node>{};
    const auto is_free = [&](Node part) {
        return part.is(Kind::identifier) &&
               std::ranges::none_of(names, [&](Node name) { return name.text() == part.text(); });
    };
    const bool fits = parts.size() == names.size() && std::ranges::all_of(parts, is_free);
    return fits ? std::move(parts) : std::vector<Node>{};
}

// `t.reshape(2, 2)`, `t[3]`: of elements that the program may never come to, it may fail.
bool takes_apart(const function::Facts& facts, Node body) {
    for (const Node node : subtree(body)) {
        if (node.is(Kind::subscript)) return true;
        if (!node.is(Kind::call) || !syntax::Call{node}.arguments().first_child()) continue;
        const torch::Row* row = facts.row_of(node);
        if (!row || (!row->traits.pointwise && row->shape != torch::Shape::reduce)) return true;
    }
    return false;
}

// `t.amax() > limit`, where `t` has a method of tensors and is taken for one.
bool is_traced_of_tensors(const function::Facts& facts, Node body, proof::Proof& proof) {
    if (body.is(Kind::not_operator)) return is_traced_of_tensors(facts, body.first_child(), proof);
    if (effects::is_traced(facts, body)) return true;
    const bool plain = body.is(Kind::comparison_operator) || body.is(Kind::call);
    if (!plain || !facts.value(body).is_tensor()) return false;
    std::vector<Node> guessed;
    for (const Node node : subtree(body)) {
        if (node.is(Kind::lambda) || node.is(Kind::named_expression) || node.is(Kind::boolean_operator)) return false;
        if (!node.is(Kind::call)) continue;
        const torch::Row* row = function::row_or_guess(facts, node);
        if (!row || !(row->traits.pure || row->traits.view) || row->gives == torch::Gives::unknown) return false;
        const Node object = node.child(Field::function).child(Field::object);
        if (object.is(Kind::identifier) && facts.value(object).is(values::Kind::unknown)) guessed.push_back(object);
    }
    for (const Node each : guessed)
        proof.assume(edit::quoted(each) + " is a tensor", edit::quoted(each) + " may be something else than a tensor");
    return !guessed.empty();
}

}  // namespace

Node items_of_in(const function::Facts& facts, Node comparison) {
    const Node left = comparison.first_child(), items = left.next_sibling();
    const bool asks = items.op() == syntax::Op::in || items.op() == syntax::Op::not_in;
    const bool plain = left.is(Kind::identifier) || left.is(Kind::attribute);
    if (!asks || !items.first_child() || !plain || !facts.value(left).is_tensor()) return {};
    for (const Node item : items.children())
        if (!function::number_of(facts.value(item))) return {};
    return items;
}

std::string PredicateReader::over_items(Node call, bool any, bool negated) {
    const std::string_view op = any ? " | " : " & ";
    const auto each = read_each(call);
    if (each && is_display(each->items)) return over_variables(call, op, negated);
    const bool known = each && each->names.size() == 1 && holds_tensors(facts_, each->items);
    if (each && !known && each->lazy && speculation_.trusts() && takes_apart(facts_, each->body))
        return refuse(call, "may stop in front of an element that raises an error");
    if (each && !known && speculation_.trusts() && is_traced_of_tensors(facts_, each->body, proof_))
        return over_traced(call, any, negated);
    if (each && each->names.size() == 1) return over_sequence(call, any, negated);
    if (each) return lacks(call, "goes through what is not known here");
    const Node items = syntax::Call{call}.arguments().first_child();
    if (items && !items.next_sibling() && is_display(items) && !items.children().empty())
        return over_list(items, op, negated);
    return refuse(call, "goes through what is not known here");
}

// `x.mean()` of `any(m > 0 for m in (x.mean(), y.mean()))`.
bool PredicateReader::is_asked_once(const Each& each, Node item) const {
    const torch::Row* row = item.is(Kind::call) ? facts_.row_of(item) : nullptr;
    int reads = 0;
    for (const Node node : subtree(each.body)) reads += node.text() == each.names.front().text() ? 1 : 0;
    return row && row->traits.pure && facts_.value(item).is_tensor() && reads == 1;
}

// `any(t.max() > 1 for t in (a, b))`, `any(a.max() > b.max() for a, b in ((x, y), (v, w)))`: once for each of them.
std::string PredicateReader::over_variables(Node call, std::string_view op, bool negated) {
    const Each each = *read_each(call);
    std::string made;
    for (const Node item : each.items.children()) {
        const std::vector<Node> parts = stood_for(each.names, item);
        if (parts.empty() || (!parts.front().is(Kind::identifier) && !is_asked_once(each, parts.front())))
            return refuse(call, "goes through more than variables");
        for (std::size_t i = 0; i < parts.size(); ++i) forms_.bind(std::string(each.names[i].text()), parts[i]);
        std::string text = tensor(each.body, false);
        for (std::size_t i = 0; i < parts.size(); ++i)
            text = edit::renamed(text, each.names[i].text(), edit::grouped(std::string(parts[i].text())));
        made.append(made.empty() ? "" : op).append(edit::grouped(text));
        behind_ = behind_ || each.lazy;
        if (!proof_.refused()) made_.tensors.insert(made_.tensors.end(), parts.begin(), parts.end());
    }
    if (!made_.before.empty()) return refuse(call, "assigns a variable");
    for (const Node name : each.names) forms_.unbind(std::string(name.text()));
    std::erase(made_.tensors, each.body);
    return negated ? "~(" + made + ")" : made;
}

// `any(t.max() > 1 for t in parts)` as `torch.stack([t.max() > 1 for t in parts]).any()`: that takes one at least, and
// all on one device.
std::string PredicateReader::over_sequence(Node call, bool any, bool negated) {
    const Each each = *read_each(call);
    const std::string name(each.names.front().text()), items(each.items.text());
    const auto torch = edit::torch_name(facts_.program().names(), facts_.function());
    const bool known = holds_tensors(facts_, each.items);
    if (!known && !forms_.place(each.items)) return lacks(call, "goes through what is not known here");
    if (!known)
        proof_.test_kind(proof::code("isinstance(" + items + ", (list, tuple)) and all(isinstance(" + name + ", " +
                                     std::string(*torch) + ".Tensor) for " + name + " in " + items + ")"));
    proof_.test(proof::code("len({" + name + ".device for " + name + " in " + items + "}) == 1"));
    const std::size_t tests = proof_.guards().size();
    const std::string label = "each " + items;
    std::set<std::string> shape;
    if (!are_single(facts_, each.items)) shape.insert(label);
    forms_.assign(name, {.kind = operations::Form::Kind::tensor, .shape = std::move(shape), .dtype = label});
    speculation_.assigned(name, each.names.front());
    behind_ = behind_ || each.lazy;
    const std::string text = tensor(each.body, false);
    forms_.forget(name);
    if (!made_.before.empty()) return refuse(call, "assigns a variable");
    if (proof_.guards().size() != tests) return lacks(call, "asks of each what is not known of it");
    std::erase_if(made_.tensors, [&](Node tensor) { return syntax::is_within(tensor, each.body); });
    made_.tensors.push_back(each.items);
    made_.lists.push_back(each.items);
    const std::string stack = std::string(*torch) + ".stack([" + text + " for " + name + " in " + items + "])";
    return (negated ? "~" : "") + stack + (any ? ".any()" : ".all()");
}

// `any(d < r for d, r in zip(ds, rs))`, `all(f for f in finished)` of a tensor, where what is asked has one element
// each time: that is taken on trust.
std::string PredicateReader::over_traced(Node call, bool any, bool negated) {
    const Each each = *read_each(call);
    const auto torch = edit::torch_name(facts_.program().names(), facts_.function());
    proof_.assume(std::string(speculation::all_fit), edit::quoted(call) + " may ask more than one element");
    const bool goes_through_one = each.names.size() == 1 && facts_.value(each.items).is_tensor();
    if (goes_through_one) made_.tensors.push_back(each.items);
    const std::string end = any ? ".any()" : ".all()", front = negated ? "~" : "";
    if (goes_through_one && each.body.text() == each.names.front().text())
        return front + edit::grouped(std::string(each.items.text())) + end;
    proof_.assume(edit::quoted(each.items) + " is not empty", edit::quoted(each.items) + " may be empty");
    const Node whole = each.items.parent().parent();
    std::string made(whole.text().substr(1, whole.text().size() - 2));
    const std::uint32_t width = each.body.span().end - whole.span().begin - 1;
    const Node asked = each.body.is(Kind::not_operator) ? each.body.first_child() : each.body;
    const std::string single = edit::grouped(std::string(asked.text()));
    const bool is_truth = facts_.value(asked).dtype == torch::Dtype::boolean;
    if (asked != each.body)
        made.replace(0, width, is_truth ? "~" + single : single + " == 0");
    else if (!is_truth)
        made.replace(0, width, single + " != 0");
    return front + std::string(*torch) + ".stack([" + made + "])" + end;
}

// `t in (0, 1)`: Python asks whether it equals the one, and then the other.
std::string PredicateReader::among(Node comparison, Node items, bool negated) {
    const Node left = comparison.first_child();
    const std::string single = element(left);
    std::string made;
    for (const Node item : items.children())
        made.append(made.empty() ? "(" : " | (").append(single).append(" == ").append(item.text()).append(")");
    const bool outside = items.op() == syntax::Op::not_in;
    return negated != outside ? "~(" + made + ")" : made;
}

// `any([a.max() > 1, b.max() > 1])`: all are evaluated in any case.
std::string PredicateReader::over_list(Node items, std::string_view op, bool negated) {
    std::string made;
    for (const Node item : items.children()) {
        if (is_fixed(facts_, item)) return refuse(items, "goes through what is not known here");
        made.append(made.empty() ? "" : op).append(edit::grouped(tensor(item, false)));
    }
    return negated ? "~(" + made + ")" : made;
}

}  // namespace transforms::condition
