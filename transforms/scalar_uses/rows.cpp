// A number that indexes, or bounds a slice. Where the data decides no more than where a window begins, its rows are
// picked; where it decides how much a number is written to, they are compared:
//
//     rows[n]                    ->   rows[n[None]][0]
//     queue[:, n:n + k] = keys   ->   queue[:, n + torch.arange(k, device=n.device)] = keys
//     mask[i, :n] = 1            ->   mask[i, torch.arange(mask.shape[1], device=n.device) < n] = 1
#include "analysis/effects/caller_observer.h"
#include "analysis/effects/escape.h"
#include "analysis/function/argument.h"
#include "analysis/function/literals.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/edit/emitted_names.h"
#include "transforms/edit/parentheses.h"
#include "transforms/edit/quote.h"
#include "transforms/scalar_uses/scalar_uses.h"

#include <algorithm>

namespace transforms::scalar_uses {

using function::Facts;
using syntax::Field;
using syntax::Kind;
using syntax::Node;
using syntax::Op;

namespace {

bool is_sum(Node node) {
    return node.is(Kind::binary_operator) && (operator_of(node) == Op::add || operator_of(node) == Op::sub);
}

bool is_product(Node node) { return node.is(Kind::binary_operator) && operator_of(node) == Op::mul; }

// `k` of `n + k` and of `k + n`.
Node added_to(Node lower, Node upper) {
    if (!is_sum(upper) || operator_of(upper) != Op::add) return {};
    const Node left = syntax::unparenthesized(upper.child(Field::left)), right = upper.child(Field::right);
    if (left.text() == lower.text()) return right;
    return syntax::unparenthesized(right).text() == lower.text() ? left : Node{};
}

// `k` of `n` and `n + k`, and of `n - k` and `n`.
Node difference_of(Node lower, Node upper) {
    if (const Node more = added_to(lower, upper)) return more;
    const bool is_less = is_sum(lower) && operator_of(lower) == Op::sub;
    return is_less && syntax::unparenthesized(lower.child(Field::left)).text() == upper.text()
               ? lower.child(Field::right)
               : Node{};
}

// `k` of `n:n + k`, and of `n * k:(n + 1) * k`; nothing of others.
Node length_of(Node slice) {
    const Node lower = syntax::unparenthesized(slice.child(Field::left));
    const Node upper = syntax::unparenthesized(slice.child(Field::right));
    if (const Node length = difference_of(lower, upper)) return length;
    if (!is_product(lower) || !is_product(upper)) return {};
    const Node length = lower.child(Field::right);
    const Node rounds = difference_of(syntax::unparenthesized(lower.child(Field::left)),
                                      syntax::unparenthesized(upper.child(Field::left)));
    return rounds && rounds.text() == "1" && length.text() == upper.child(Field::right).text() ? length : Node{};
}

// No data decides it: a number, or a name of which nothing else is known. No slice takes a float.
bool is_fixed(const Facts& facts, Node bound) {
    return values::category(facts.value(bound)) != torch::Dtype::floating &&
           std::ranges::all_of(subtree(bound), [&](Node part) {
               const values::Value value = facts.value(part);
               return !value.is_tensor() && !value.is(values::Kind::tensor_number) &&
                      !part.is(Kind::named_expression) && !(part.is(Kind::call) && !facts.row_of(part));
           });
}

// Of the other indices none moves the dimension that rows are picked from.
bool stands_alone(const Facts& facts, Node subscript, Node slice) {
    return std::ranges::all_of(syntax::Subscript{subscript}.indices(), [&](Node each) {
        if (each == slice || each.is(Kind::none) || each.is(Kind::ellipsis)) return true;
        return each.is(Kind::slice) && is_fixed(facts, each);
    });
}

// The dimension that a slice is of: from the front, or behind an ellipsis from the back.
std::optional<int> dimension_of(Node subscript, Node slice) {
    const std::vector<Node> indices = syntax::Subscript{subscript}.indices();
    const auto at = std::ranges::find(indices, slice);
    const auto is_new = [](Node each) { return each.is(Kind::none); };
    if (std::ranges::any_of(indices, is_new)) return std::nullopt;
    if (std::any_of(indices.begin(), at, [](Node each) { return each.is(Kind::ellipsis); }))
        return static_cast<int>(at - indices.end());
    return static_cast<int>(at - indices.begin());
}

// `mask[i, :n] = 1`. A tensor beside it would be an index of the same places as the comparison is.
bool is_filled(const Facts& facts, Node subscript, Node slice) {
    for (const Node each : syntax::Subscript{subscript}.indices()) {
        if (each == slice || each.is(Kind::ellipsis)) continue;
        if (each.is(Kind::slice) ? !is_fixed(facts, each) : !function::is_number(facts.value(each))) return false;
    }
    const auto assignment = syntax::as<syntax::Assignment>(subscript.parent());
    return assignment && assignment->target() == subscript && assignment->value() &&
           function::is_number(facts.value(assignment->value())) &&
           !facts.value(assignment->value()).is(values::Kind::tensor_number);
}

// `[0]` of `x[i, n]`, `[:, 0]` of `x[:, n]`, `[..., 0, :]` of `x[..., n, :]`: what picks the only row. Nothing where it
// is not told which dimension is the one of the number.
std::optional<std::string> only_row(const function::Facts& facts, Node subscript, Node index) {
    std::string before, after;
    std::string* kept = &before;
    for (const Node each : syntax::Subscript{subscript}.indices()) {
        if (each == index)
            kept = &after;
        else if (each.is(Kind::ellipsis))
            *kept = kept == &before ? "..., " : after;  // behind the number it is of no matter
        else if (each.is(Kind::slice) || each.is(Kind::none))
            kept->append(kept == &before ? ":, " : ", :");
        else if (!function::is_traced_number(facts.value(each)))
            return std::nullopt;
    }
    return "[" + before + "0" + (before.starts_with("...") ? after : "") + "]";
}

// `x[i, n[None]][0]` of `x[i, n]`, `x[n[None]]` where that is written to.
std::optional<std::string> indexed_by_row(const function::Facts& facts, Node subscript, Node index) {
    const auto row = only_row(facts, subscript, index);
    if (!row || (syntax::is_target(subscript) && *row != "[0]")) return std::nullopt;
    std::string inside;
    for (const Node each : syntax::Subscript{subscript}.indices()) {
        const std::string text(each.text());
        inside.append(inside.empty() ? "" : ", ").append(each == index ? edit::with_method(text, "[None]") : text);
    }
    const std::string all = std::string(subscript.child(Field::value).text()) + "[" + inside + "]";
    return syntax::is_target(subscript) ? all : all + *row;
}

}  // namespace

// The slice that the node is a part of a bound of.
Node NumberUses::slice_around(Node node) {
    const Node whole = parenthesized(node), parent = whole.parent();
    if (parent.is(Kind::slice)) return parent;
    return is_sum(parent) || is_product(parent) ? slice_around(parent) : Node{};
}

void NumberUses::check_bound(Node slice, Node node) {
    const Node subscript = slice.parent(), rows = subscript.child(Field::value);
    const auto torch = edit::torch_name(facts_.program().names(), facts_.function());
    const bool serves = may_round_ && held_ && is_whole(numbers_) && torch && subscript.is(Kind::subscript) &&
                        !slice.child(Field::value) && facts_.value(rows).is_tensor();
    if (!serves) return observed(node);
    const std::string made = window_text(slice, *torch);
    if (made.empty()) return observed(node);
    indexes_ = true;
    respell({.node = slice, .variable = held_, .made = made});
}

// Empty where the rows are not known to be such.
std::string NumberUses::window_text(Node slice, std::string_view torch) {
    const Node subscript = slice.parent(), rows = subscript.child(Field::value);
    const std::string place = edit::quoted(slice), device = ", device=" + std::string(held_->text) + ".device)";
    const Node lower = slice.child(Field::left), upper = slice.child(Field::right);
    const Node length = lower && upper ? length_of(slice) : Node{};
    if (length && is_fixed(facts_, length) && stands_alone(facts_, subscript, slice)) {
        if (is_written_later(subscript)) return {};
        proof_.assume(place + " lies within " + edit::quoted(rows), place + " may be cut off at the end");
        return std::string(lower.text()) + " + " + std::string(torch) + ".arange(" + std::string(length.text()) +
               device;
    }
    const Node bound = lower ? lower : upper;
    const auto dim = dimension_of(subscript, slice);
    if ((lower && upper) || !dim || !is_filled(facts_, subscript, slice)) return {};
    proof_.assume(edit::quoted(bound) + " is not negative", edit::quoted(bound) + " may count from the end");
    return std::string(torch) + ".arange(" + std::string(rows.text()) + ".shape[" + std::to_string(*dim) + "]" +
           device + (lower ? " >= " : " < ") + std::string(bound.text());
}

// `rows[best]` reads the number of a tensor, and `rows[best[None]]` does not.
void NumberUses::check_index(Node subscript, Node index) {
    const Node rows = subscript.child(Field::value);
    const values::Value value = facts_.value(rows);
    if (is_table(value)) return check_table(subscript, index);
    const auto made =
        may_round_ && held_ && is_whole(numbers_) && (index.is(Kind::identifier) || index.is(Kind::binary_operator))
            ? indexed_by_row(facts_, subscript, index)
            : std::nullopt;
    const bool may_be_tensor = value.is(values::Kind::unknown) && !syntax::is_target(subscript);  // not a Counter
    if (!made || (!value.is_tensor() && !may_be_tensor) || is_written_later(subscript)) return observed(index);
    indexes_ = true;
    proof_.assume("an index out of range may raise another error", edit::quoted(subscript) + " may raise an error");
    if (!value.is_tensor())
        proof_.assume(edit::quoted(rows) + " is a tensor", edit::quoted(rows) + " may be something else than a tensor");
    if (syntax::is_target(subscript)) has_dtype_of(rows, subscript.parent().child(Field::right));
    respell({.node = subscript, .variable = held_, .made = *made});
}

// `y[n] = v`: a part of y is written to in the dtype of y, and its rows only if v has that.
void NumberUses::has_dtype_of(Node rows, Node written) {
    if (!written || function::is_traced_number(facts_.value(written))) return;
    const operations::Form one = forms_.of(rows), other = forms_.of(written);
    if (one.is_tensor() && other.is_tensor() && one.dtype == other.dtype) return;
    proof_.assume(edit::quoted(written) + " fits a row of " + edit::quoted(rows) + ", and has its dtype",
                  edit::quoted(written) + " may have another dtype");
}

// `r = x[i]`, `x.mul_(2)`, `r * 3`: the row is what x has by then.
bool NumberUses::base_is_written(Node subscript, const names::Binding& name) const {
    Node base = subscript.child(Field::value);
    while (base.is(Kind::subscript)) base = base.child(Field::value);
    const Node loop = syntax::outermost_loop(subscript), function = facts_.function();
    std::uint32_t last = 0;
    for (const Node use : facts_.uses_of(name)) last = std::max(last, use.end_index());
    const std::uint32_t begin = loop ? loop.index() : subscript.end_index();
    for (std::uint32_t i = begin; i < (loop ? loop.end_index() : std::min(last, function.end_index())); ++i) {
        const Node node = function.tree()->node(i);
        if (!effects::may_write(facts_, node)) continue;
        Node written = node.is(Kind::call)        ? node.child(Field::function).child(Field::object)
                       : node.is(Kind::subscript) ? node.child(Field::value)
                                                  : node.child(Field::left);
        while (written.is(Kind::subscript)) written = written.child(Field::value);
        if (written && written.text() == base.text()) return true;
    }
    return false;
}

// What is read of a tensor is a copy then.
bool NumberUses::is_written_later(Node subscript) {
    if (syntax::is_target(subscript)) return false;
    const names::Binding* name = function::assigned_variable(facts_, subscript);
    const auto& uses = name ? facts_.uses_of(*name) : std::vector<Node>{};
    // `torch.relu_(row)`, `F.relu(row, inplace=True)`
    const auto is_handed_to_writer = [&](Node use) {
        const Node call = use.parent().parent();
        return use.parent().is(Kind::argument_list) && facts_.row_of(call) && effects::may_write(facts_, call);
    };
    if (std::ranges::any_of(uses, effects::is_updated) || std::ranges::any_of(uses, is_handed_to_writer) ||
        (name && base_is_written(subscript, *name)))
        return true;
    // `row = self.row(i)`, `row.mul_(0.9)` of a caller.
    const bool is_returned = effects::is_returned(subscript) ||
                             std::ranges::any_of(uses, [](Node use) { return effects::is_returned(use); });
    if (is_returned && effects::observing_caller(facts_, name)) return true;
    const auto is_read = [&](Node use) { return effects::binds(*name, use) || effects::is_read_by_value(facts_, use); };
    if (name ? !std::ranges::all_of(uses, is_read) : !effects::is_read_by_value(facts_, subscript))
        proof_.assume("nobody writes to " + edit::quoted(subscript), edit::quoted(subscript) + " would be a copy");
    return false;
}

}  // namespace transforms::scalar_uses
