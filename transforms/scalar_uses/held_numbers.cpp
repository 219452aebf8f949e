// The variables that hold the number, or what is made of it: by an assignment, by one of several, by `a if c else b`.
#include "analysis/effects/accumulator.h"
#include "analysis/effects/escape.h"
#include "analysis/function/literals.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "transforms/edit/comments.h"
#include "transforms/edit/quote.h"
#include "transforms/scalar_uses/scalar_uses.h"
#include "transforms/scalar_uses/takers.h"

#include <algorithm>
#include <utility>

namespace transforms::scalar_uses {

using function::number_of;
using syntax::Field;
using syntax::Kind;
using syntax::Node;
using syntax::Op;

// The variable that gets this value and no other, next to the number.
const names::Binding* NumberUses::named(Node node) const {
    const auto assignment = syntax::as<syntax::Assignment>(node.parent());
    const bool plain =
        assignment && assignment->value() == node && node.parent() == syntax::statement_of(node).first_child();
    const names::Binding* variable = plain ? facts_.variable(assignment->target()) : nullptr;
    const bool is_beside = syntax::statement_of(node).parent() == statement_.parent();
    return variable && is_beside && variable->is_bound_once() && !variable->captured ? variable : nullptr;
}

// `s / 127 if s > 0 else 1.0`: what decides is made of the number, too, so that a tensor comes out of it.
bool NumberUses::is_selected(Node conditional, Node arm) const {
    const Node condition = syntax::Conditional{conditional}.condition();
    const auto is_held = [&](Node each) { return held_ && facts_.variable(each) == held_; };
    return may_round_ && arm != condition && facts_.value(condition).is(values::Kind::tensor_number) &&
           std::ranges::any_of(subtree(condition), is_held);
}

// `total if self.normalizes else len(x)`: which of them it is, no tensor says, and both serve in each of the places.
void NumberUses::check_arm(Node conditional, Node arm) {
    if (is_selected(conditional, arm)) return check(conditional);
    const Node condition = syntax::Conditional{conditional}.condition();
    const values::Value deciding = facts_.value(condition);
    const bool is_of_tensor = deciding.has_data() || deciding.is(values::Kind::tensor_number);
    if (!may_round_ || arm == condition || is_of_tensor || takers_of(facts_, arm)) return branches_on(arm);
    const bool before = std::exchange(limited_, true);
    check(conditional);
    limited_ = before;
}

// `s or 1.0`, and `s = x.max().item() / 127 or 1.0`, where a second statement asks for the zero.
void NumberUses::check_default(Node operation, Node node) {
    const Node other = operation.child(Field::right);
    const auto assignment = syntax::as<syntax::Assignment>(operation.parent());
    const std::string_view assigned = assignment ? assignment->target().text() : "";
    const bool is_held = held_ && node.is(Kind::identifier);
    const bool is_default = operator_of(operation) == Op::logical_or && operation.child(Field::left) == node &&
                            number_of(facts_.value(other)) && (is_held || (assignment && named(operation)));
    const bool is_of_kind = other.is(Kind::integer) || !is_whole(numbers_);
    if (!may_round_ || !is_default || !is_of_kind) return branches_on(node);
    if (!is_held && !edit::removable(node.tree()->source(), syntax::statement_of(node))) return differs(operation);
    const std::string name(is_held ? node.text() : assigned);
    widen();
    respell({.node = operation,
             .variable = is_held ? held_ : nullptr,
             .function = "where",
             .made = "(" + name + " != 0, " + name + ", " + std::string(other.text()) + ")",
             .assigned = is_held ? "" : assigned});
    check(operation);
}

// What decides sees the variable with this value alone.
bool NumberUses::is_decided_by(const names::Binding& variable, Node value, Node condition) const {
    const auto made = facts_.definition(variable, syntax::statement_of(condition));
    return made && made->statement == syntax::statement_of(value);
}

// `s` of `s = max(s.item(), 1.0)` behind `s = x.max()`: the tensor that it held before.
bool NumberUses::is_read_of_tensor(const names::Binding& variable, Node use) const {
    const auto before = facts_.definition(variable, statement_);
    return before && before->statement && before->statement != statement_ && syntax::is_within(use, statement_) &&
           facts_.value(use).is_tensor();
}

namespace {

// `hash = hash * 31 + n`: a few rounds later no int64 holds it.
bool multiplies(const function::Facts& facts, Node value, const names::Binding& variable) {
    return std::ranges::any_of(subtree(value), [&](Node node) {
        const bool is_product = node.is(Kind::binary_operator) && operator_of(node) == syntax::Op::mul;
        return is_product &&
               std::ranges::any_of(subtree(node), [&](Node part) { return facts.variable(part) == &variable; });
    });
}

// `start = 0` beside `start = crop.item()`
bool is_also_number(const function::Facts& facts, const names::Binding& variable, Node value) {
    return std::ranges::any_of(variable.occurrences, [&](const names::Occurrence& each) {
        const Node given = syntax::given_to(each.node);
        return given && given != value && function::is_traced_number(facts.value(given));
    });
}

}  // namespace

// `if given is None: span = high - low` and `else: span = given`: all uses are asked, whichever value they see.
bool NumberUses::check_joined(Node node) {
    const auto assignment = syntax::as<syntax::Assignment>(node.parent());
    const bool plain = assignment && assignment->value() == node && may_round_ && !limited_;
    const names::Binding* variable = plain ? facts_.variable(assignment->target()) : nullptr;
    if (!variable || variable->captured) return false;
    if (!joined_.insert(variable).second) return true;
    if (numbers_ != Numbers::floating && multiplies(facts_, node, *variable)) differs(node);
    const std::size_t decided = conditions_.size();
    const bool before = std::exchange(beside_number_, beside_number_ || is_also_number(facts_, *variable, node));
    check_uses_of(*variable);
    beside_number_ = before;
    if (conditions_.size() == decided) return true;
    for (std::size_t i = decided; i < conditions_.size(); ++i)
        if (!is_decided_by(*variable, node, conditions_[i])) differs(node);
    names_.push_back({.variable = variable, .truth = false});
    return true;
}

void NumberUses::check_uses_of(const names::Binding& variable) {
    for (const Node use : facts_.uses_of(variable)) {
        if (effects::binds(variable, use) && !use.parent().is(Kind::augmented_assignment)) continue;
        if (is_read_of_tensor(variable, use)) continue;
        if (!proof_.refused()) check_use(variable, use);
    }
}

// Nothing but `0.0` of `total = 0.0` comes to the use: no sum.
bool NumberUses::sees_a_start(const names::Binding& variable, Node use) const {
    const auto made = facts_.definition(variable, syntax::statement_of(use));
    return made && made->statement && number_of(facts_.value(made->value)).has_value();
}

void NumberUses::is_summed(Node call) {
    if (!sums_up_) return;
    proof_.assume("something is added to `" + std::string(held_->text) + "`",
                  edit::quoted(call) + " may be asked for a number");
}

// `total += loss.item() * n` of a sum that starts as a number: it is a tensor from there on, and each sum a new one.
bool NumberUses::check_summed(Node update) {
    const Node sum = update.child(Field::left);
    const names::Binding* variable = facts_.variable(sum);
    const bool adds = update.op() == Op::add || update.op() == Op::sub;
    if (!adds || !may_round_ || limited_ || !variable || !effects::is_accumulator(facts_, *variable)) return false;
    if (std::ranges::find(sums_, update) == sums_.end()) sums_.push_back(update);
    widen();
    if (!joined_.insert(variable).second) return true;
    const bool before = std::exchange(sums_up_, true);
    for (const Node use : facts_.uses_of(*variable))
        if (!proof_.refused() && !effects::binds(*variable, use) && !sees_a_start(*variable, use))
            check_use(*variable, use);
    sums_up_ = before;
    return true;
}

// `self.ptr[0] = (ptr + 1) % size`: a tensor without dimensions is cast there as the number is. By a mask it is not.
bool NumberUses::is_put_into_tensor(Node node) const {
    const auto assignment = syntax::as<syntax::Assignment>(node.parent());
    const auto part =
        syntax::as<syntax::Subscript>(assignment && assignment->value() == node ? assignment->target() : Node{});
    return part && may_round_ && facts_.value(part->object()).is_tensor() &&
           std::ranges::all_of(part->indices(), [&](Node each) {
               return each.is(Kind::slice) || each.is(Kind::ellipsis) || function::is_traced_number(facts_.value(each));
           });
}

// `alive = 1.0 - m`, `calm = m < 0.25`
void NumberUses::check_named(Node node) {
    if (is_put_into_tensor(node)) return widen();
    const names::Binding* variable = named(node);
    if (!variable) return check_joined(node) ? void() : observed(node);
    const bool truth = syntax::unparenthesized(node).is(Kind::comparison_operator);
    names_.push_back({.variable = variable, .truth = truth});
    for (const Node use : facts_.uses_of(*variable)) {
        if (proof_.refused()) break;
        if (use == variable->occurrences.front().node) continue;
        if (truth)
            branches_on(use);
        else if (held_ || may_round_)
            check_use(*variable, use);
        else
            check(use);
    }
}

void NumberUses::check_use(const names::Binding& variable, Node node) {
    const names::Binding* before = std::exchange(held_, &variable);
    check(node);
    held_ = before;
}

}  // namespace transforms::scalar_uses
