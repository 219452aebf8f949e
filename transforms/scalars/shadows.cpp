#include "transforms/scalars/shadows.h"

#include "analysis/effects/escape.h"
#include "analysis/function/literals.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/edit/emitted_names.h"
#include "transforms/edit/layout.h"
#include "transforms/edit/quote.h"
#include "transforms/scalars/stored_numbers.h"

#include <algorithm>
#include <cmath>

namespace transforms::scalars {

using edit::quoted;
using function::Facts;
using proof::Proof;
using syntax::Kind;
using syntax::Node;
using syntax::Op;

namespace {

constexpr std::size_t most_shadows = 8;  // of one function; people write one or two

// Python and torch round quotients alike, but torch divides by zero.
bool may_be_zero(const Facts& facts, Node divisor) {
    const bool is_literal = divisor.is(Kind::integer) || divisor.is(Kind::float_);
    if (is_literal && divisor.text().find_first_of("123456789") < divisor.text().find_first_of("eE")) return false;
    const auto number = function::number_of(facts.value(divisor));
    return !number || *number == 0;
}

bool divides(Op op) { return op == Op::div || op == Op::floor_div || op == Op::mod; }
bool computes(Op op) { return op == Op::add || op == Op::sub || op == Op::mul || divides(op); }

// `()`, `[]`, `1`, `(1,)`: of a tensor of one number.
bool is_size_of_one(const Facts& facts, Node size) {
    if (size.is(Kind::tuple) || size.is(Kind::list)) {
        const Node only = size.first_child();
        return !only || (!only.next_sibling() && is_size_of_one(facts, only));
    }
    const auto number = function::number_of(facts.value(size));
    return number && *number == 1;
}

bool has_dtype(Node call) {
    for (const Node argument : syntax::Call{call}.arguments().children())
        if (const auto keyword = syntax::as<syntax::Keyword>(argument); keyword && keyword->name().text() == "dtype")
            return true;
    return false;
}

// A tensor that holds whole numbers as Python does.
bool is_wide(const Facts& facts, Node call) {
    if (!has_dtype(call)) return true;
    for (const Node argument : syntax::Call{call}.arguments().children())
        if (is_wide_dtype(facts, argument)) return true;
    return false;
}

// `t.add_(x)`, `t[0] = x`
bool is_written(const Facts& facts, Node use) {
    const Node around = use.parent();
    if (around.is(Kind::attribute) && around.parent().is(Kind::call)) {
        const torch::Row* row = facts.row_of(around.parent());
        return row ? row->traits.in_place : around.child(syntax::Field::attribute).text().ends_with("_");
    }
    return around.is(Kind::subscript) && syntax::is_target(around);
}

bool is_whole(values::Value value) { return values::category(value) == torch::Dtype::integer; }
bool is_floating(values::Value value) { return values::category(value) == torch::Dtype::floating; }

// `1`, `0.5`: single precision holds it, and keeps whole numbers on their side of it.
bool is_exact(const Facts& facts, Node number) {
    constexpr double largest = 1 << 16;
    const auto value = function::number_of(facts.value(number));
    return value && std::abs(*value) <= largest && static_cast<double>(static_cast<float>(*value)) == *value;
}

// A count in single precision.
bool counts_on(const Facts& facts, Op op, Node by) { return (op == Op::add || op == Op::sub) && is_exact(facts, by); }

// `t * 0.1` and `n / k` of whole numbers, `t > n * 0.1`: tensors do it in single precision, Python in double.
bool rounds(const Facts& facts, Node node) {
    if (const auto binary = syntax::as<syntax::Binary>(node)) {
        const Op op = syntax::operator_of(node);
        const bool is_rest = op == Op::mod && is_exact(facts, binary->right());
        const bool stays = is_floating(facts.value(binary->left())) &&
                           (is_rest || counts_on(facts, op, binary->right()));  // whole as before
        return facts.value(node).is_tensor() && !is_whole(facts.value(node)) && !stays;
    }
    bool has_whole = false, has_float = false, is_cut = false, is_cut_by_floats = false;
    for (const Node each : node.is(Kind::comparison_operator) ? node.children() : syntax::Children{{}}) {
        const bool is_int = is_whole(facts.value(each));
        if (facts.value(each).is_tensor())
            (is_int ? has_whole : has_float) = true;
        else if (!is_exact(facts, each))
            (is_int ? is_cut_by_floats : is_cut) = true;
    }
    return (has_whole && has_float) || (is_cut && (has_whole || has_float)) || (is_cut_by_floats && has_float);
}

}  // namespace

Node Shadows::read_by(Node call) const {
    const torch::Row* row = call.is(Kind::call) ? facts_->row_of(call) : nullptr;
    if (!row || (row->role != torch::Role::reads_number && row->role != torch::Role::number_type)) return {};
    if (const Node argument = syntax::Call{call}.only_argument()) return argument;
    return syntax::Call{call}.function().child(syntax::Field::object);
}

const Shadows::Shadow* Shadows::shadow_of(Node identifier) const {
    const names::Binding* variable = identifier.is(Kind::identifier) ? facts_->variable(identifier) : nullptr;
    const auto found = std::ranges::find(shadows_, variable, &Shadow::variable);
    return variable && found != shadows_.end() && facts_->value(identifier).is_tensor() ? &*found : nullptr;
}

void Shadows::cover(Node node, Proof& proof) {
    if (proof.refused()) return;
    switch (node.kind()) {
        case Kind::integer:
        case Kind::float_: return;
        case Kind::identifier: return facts_->value(node).is_tensor() ? add(node, proof) : cover_number(node, proof);
        case Kind::unary_operator:
        case Kind::not_operator:
        case Kind::parenthesized_expression:
        case Kind::binary_operator:
        case Kind::comparison_operator: return cover_operator(node, proof);
        default: break;
    }
    if (const Node read = read_by(node)) return cover(read, proof);
    cover_number(node, proof);
}

void Shadows::cover_operator(Node node, Proof& proof) {
    const Node first = node.first_child();
    for (const Node each : node.children()) {
        if (node.is(Kind::comparison_operator) && each != first && !syntax::compares(each.op()))
            return proof.refuse(quoted(node) + " does not compare numbers");
        cover(each, proof);
    }
    const auto is_part = [&](Node each) { return syntax::is_within(each, node); };
    if (rounds(*facts_, node) && std::ranges::none_of(roundings_, is_part)) roundings_.push_back(node);
    const bool is_unary = node.is(Kind::unary_operator);
    if (!is_unary && !node.is(Kind::binary_operator)) return;
    const Op op = is_unary ? Op::none : syntax::operator_of(node);
    const bool may_differ =
        !is_unary && (!computes(op) || (divides(op) && may_be_zero(*facts_, syntax::Binary{node}.right())));
    if (may_differ || is_of_truths(node)) proof.refuse(quoted(node) + " may be another number in Python");
}

// `flag + flag` and `-flag`: of tensors that hold True it is True, or an error.
bool Shadows::is_of_truths(Node operation) const {
    const auto may_be = [&](Node each) {
        const torch::Dtype dtype = values::category(facts_->value(each));
        return dtype == torch::Dtype::boolean || (holds_truths_ && dtype == torch::Dtype::unknown);
    };
    bool all = facts_->value(operation).is_tensor();
    for (const Node each : operation.children()) all = all && may_be(each);
    return all;
}

// What is no tensor: `n`, `self.steps`, `x.shape[0]`.
void Shadows::cover_number(Node node, Proof& proof) {
    const values::Value value = facts_->value(node);
    const bool is_known = function::is_number(value) && !value.is(values::Kind::tensor_number);
    if (is_known && (!node.is(Kind::call) || value.is(values::Kind::shape_number))) return;
    if (!node.is(Kind::identifier) || !value.is(values::Kind::unknown))
        return proof.refuse("the number of " + quoted(node) + " is not seen");
    proof.assume(quoted(node) + " is a number", quoted(node) + " may be a tensor");
}

void Shadows::add(Node identifier, Proof& proof) {
    const names::Binding* variable = facts_->variable(identifier);
    if (!variable || variable->rebound_inside)
        return proof.refuse("who assigns " + quoted(identifier) + " is not seen");
    if (std::ranges::find(shadows_, variable, &Shadow::variable) != shadows_.end()) return;
    if (shadows_.size() == most_shadows) return proof.refuse("too many numbers decide it");
    const std::size_t index = shadows_.size();
    shadows_.push_back({.variable = variable,
                        .name = edit::unused_name(facts_->program().names(), std::string(variable->text) + "_value")});
    for (const names::Occurrence& each : variable->occurrences) {
        if (proof.refused()) return;
        add_step(index, each, proof);
    }
    if (std::ranges::none_of(shadows_[index].steps, [](const Step& each) { return each.op == " = "; }))
        return proof.refuse("what " + quoted(identifier) + " is made of is not seen");
    bool is_read = true;
    for (const Node use : facts_->uses_of(*variable)) {
        if (effects::binds(*variable, use) || !facts_->value(use).is_tensor()) continue;
        if (is_written(*facts_, use)) return proof.refuse(quoted(use.parent()) + " writes to it");
        const Node call = use.parent().is(Kind::argument_list) ? use.parent().parent() : Node{};
        is_read = is_read && ((call && read_by(call) == use) || effects::is_returned(use) ||
                              effects::is_read_by_value(*facts_, use));
    }
    if (!is_read)
        proof.assume("nothing else writes to " + quoted(identifier),
                     quoted(identifier) + " may be written to elsewhere");
}

void Shadows::add_step(std::size_t index, const names::Occurrence& occurrence, Proof& proof) {
    const Node target = occurrence.node, parent = target.parent(), statement = parent.parent();
    const auto change = syntax::as<syntax::AugmentedAssignment>(parent);
    const auto assignment = syntax::as<syntax::Assignment>(parent);
    const bool is_plain = (change || (assignment && assignment->value())) && statement.is(Kind::expression_statement) &&
                          edit::indentation(statement.tree()->source(), statement.span());
    const Node value = change ? change->value() : assignment ? assignment->value() : Node{};
    // A number that the variable holds at other times: `dt = 1 / n`, and then `dt = torch.tensor(dt)`.
    if (is_plain && assignment && !facts_->value(value).is_tensor()) return;
    if (!is_plain || parent.child(syntax::Field::left) != target)
        return proof.refuse("what " + quoted(target) + " is assigned is not seen");
    if (change && (!computes(change->op()) || (divides(change->op()) && may_be_zero(*facts_, value))))
        return proof.refuse(quoted(parent) + " may be another number in Python");
    // `t += 0.5` raises an error where t holds whole numbers.
    const bool floats = is_floating(facts_->value(target)), is_number = floats || is_whole(facts_->value(target));
    const bool may_raise = change && !floats && (change->op() == Op::div || !is_whole(facts_->value(value)));
    if (may_raise || (change && !is_number && holds_truths_))
        return proof.refuse(quoted(parent) + " may raise an error");
    Step step{.statement = statement, .value = value};
    if (change) {
        step.op = statement.tree()->source().text({target.span().end, value.span().begin});
        shadows_[index].is_rounded |= floats && !counts_on(*facts_, change->op(), value);
    } else if (value.is(Kind::call) && !read_by(value)) {
        return add_made(index, std::move(step), value, proof);
    }
    cover(value, proof);
    shadows_[index].is_rounded |= !is_whole(facts_->value(value));
    shadows_[index].steps.push_back(std::move(step));
}

// `torch.tensor(n, device=x.device)`, `torch.zeros(1)`
void Shadows::add_made(std::size_t index, Step step, Node call, Proof& proof) {
    const torch::Row* row = facts_->row_of(call);
    const Node first = syntax::Call{call}.arguments().first_child();
    const bool is_first = first && !first.is(Kind::keyword_argument) && !first.is(Kind::list_splat);
    if (!row || row->gives != torch::Gives::tensor || !is_first)
        return proof.refuse("what " + quoted(call) + " holds is not seen");
    step.made = call;
    if (row->shape == torch::Shape::sized && is_size_of_one(*facts_, first) &&
        (row->name.ends_with("zeros") || row->name.ends_with("ones"))) {
        step.number = row->name.ends_with("zeros") ? "0" : "1";
        if (is_floating(facts_->value(call))) step.number += ".0";
        step.value = {};
    } else if (row->shape == torch::Shape::content && !facts_->value(first).is_tensor()) {
        step.value = first;
        cover(first, proof);
        const values::Value number = facts_->value(first);
        if (is_whole(facts_->value(call)) && !is_whole(number)) proof.refuse(quoted(call) + " is a whole number");
        step.converts = is_floating(facts_->value(call)) && !is_floating(number);
        const bool is_truth = values::category(number) == torch::Dtype::boolean;
        shadows_[index].is_rounded |= (!is_whole(number) && !is_truth) || step.converts;
        holds_truths_ |= is_truth || (number.is(values::Kind::constant) && !is_whole(number) && !is_floating(number));
    } else {
        return proof.refuse("what " + quoted(call) + " holds is not seen");
    }
    const torch::Dtype dtype = values::category(facts_->value(call));
    if (!is_wide(*facts_, call) && dtype != torch::Dtype::floating)
        return proof.refuse(quoted(call) + " may wrap around, or be cut off");
    shadows_[index].is_rounded |= !is_wide(*facts_, call);
    shadows_[index].steps.push_back(std::move(step));
}

}  // namespace transforms::scalars
