// A number that picks another one of a table, or tells how far a tensor is rolled:
//
//     RATES[n]                ->   torch.tensor(RATES, device=n.device).take(n)
//     torch.roll(x, -n, 1)    ->   x.index_select(1, (torch.arange(x.size(1), device=n.device) + n) % x.size(1))
#include "analysis/function/argument.h"
#include "analysis/function/literals.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "transforms/edit/emitted_names.h"
#include "transforms/edit/parentheses.h"
#include "transforms/edit/quote.h"
#include "transforms/scalar_uses/scalar_uses.h"

#include <algorithm>
#include <optional>

namespace transforms::scalar_uses {

using syntax::Node;

namespace {

bool is_number(const values::Value& item) {
    const torch::Dtype kind = values::category(item);
    return function::is_number(item) && !item.is(values::Kind::tensor_number) &&
           (kind == torch::Dtype::integer || kind == torch::Dtype::floating);
}

bool is_array(const values::Value& value) { return value.is(values::Kind::array); }

}  // namespace

bool is_table(const values::Value& value) {
    if (is_array(value)) return true;
    return value.is(values::Kind::sequence) && !value.sequence().items.empty() &&
           std::ranges::all_of(value.sequence().items, is_number);
}

// What it picks is a number as well, which follows on: of a table of whole numbers a whole one.
void NumberUses::check_table(Node subscript, Node index) {
    const syntax::Subscript view{subscript};
    const values::Value table = facts_.value(view.object());
    const auto torch = edit::torch_name(facts_.program().names(), facts_.function());
    const bool serves = may_round_ && held_ && is_whole(numbers_) && torch && !limited_ && view.indices().size() == 1 &&
                        !syntax::is_target(subscript);
    if (!serves) return observed(index);
    indexes_ = true;
    proof_.assume("an index out of range may raise another error", edit::quoted(subscript) + " may raise an error");
    const std::string function = is_array(table) ? ".as_tensor(" : ".tensor(";
    respell({.node = subscript,
             .variable = held_,
             .made = std::string(*torch) + function + std::string(view.object().text()) +
                     ", device=" + std::string(held_->text) + ".device).take(" + std::string(index.text()) + ")"});
    if (is_array(table) && table.rank != 1)
        proof_.assume(edit::quoted(view.object()) + " has one dimension", edit::quoted(subscript) + " may be a row");
    const auto is_int = [](const values::Value& item) { return values::category(item) == torch::Dtype::integer; };
    const bool is_whole_table = !is_array(table) && std::ranges::all_of(table.sequence().items, is_int);
    const Node statement = syntax::statement_of(subscript);
    metadata::Forms forms(facts_, statement, proof_);
    NumberUses picked(facts_, statement, forms, proof_, is_whole_table ? Numbers::whole : Numbers::floating,
                      unreadable_);
    picked.may_round(is_whole_table ? "int64" : is_array(table) ? "" : "default");
    picked.depth_ = depth_;
    picked.check(subscript);
    take(picked);
}

namespace {

// `x`, `n` and `1` of `torch.roll(x, n, 1)`, `x.roll(n, dims=1)`.
struct Roll {
    Node tensor, shift, dim;
};

std::optional<Roll> roll_of(const function::Facts& facts, Node call) {
    const torch::Row* row = call.is(syntax::Kind::call) ? facts.row_of(call) : nullptr;
    if (!row || !row->name.ends_with(".roll")) return std::nullopt;
    const std::vector<Node> operands = function::operands_of(facts, call);
    if (operands.size() != 3) return std::nullopt;
    Node dim = operands[2];
    if (dim.is(syntax::Kind::unary_operator)) dim = dim.first_child();
    const bool is_plain = facts.variable(operands[0]) && dim.is(syntax::Kind::integer);
    return is_plain ? std::optional(Roll{operands[0], operands[1], operands[2]}) : std::nullopt;
}

}  // namespace

bool NumberUses::is_rolled(Node call, Node argument) {
    const auto roll = may_round_ && held_ && is_whole(numbers_) && !limited_ ? roll_of(facts_, call) : std::nullopt;
    const auto torch = edit::torch_name(facts_.program().names(), facts_.function());
    if (!roll || !torch || roll->shift != argument) return false;
    const std::string tensor(roll->tensor.text()), dim(roll->dim.text()), size = tensor + ".size(" + dim + ")";
    const bool is_negated = argument.is(syntax::Kind::unary_operator);
    const std::string by = is_negated ? " + " + edit::grouped(argument.first_child()) : " - " + edit::grouped(argument);
    indexes_ = true;
    respell({.node = call,
             .variable = held_,
             .made = tensor + ".index_select(" + dim + ", (" + std::string(*torch) + ".arange(" + size +
                     ", device=" + std::string(held_->text) + ".device)" + by + ") % " + size + ")"});
    return true;
}

// What is found out of a number that is made of this one.
void NumberUses::take(NumberUses& other) {
    for (Respelled& made : other.respelled_) respell(std::move(made));
    for (const Node each : other.conditions_) conditions_.push_back(each);
    sums_.insert(sums_.end(), other.sums_.begin(), other.sums_.end());
    late_.insert(late_.end(), other.late_.begin(), other.late_.end());
    rounded_ = rounded_ || other.rounded_;
    handed_on_ = handed_on_ || other.handed_on_;
    alone_ = alone_ || other.alone_;
    doubtful_ = doubtful_ || other.doubtful_;
    guesses_ = guesses_ || other.guesses_;
}

}  // namespace transforms::scalar_uses
