// What a condition asks of numbers that are read from tensors: they are asked of the tensors.
#include "analysis/effects/sign.h"
#include "analysis/function/literals.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/condition/lowering.h"
#include "transforms/condition/scalar_reads.h"
#include "transforms/condition/static_conjuncts.h"
#include "transforms/edit/emitted_names.h"
#include "transforms/edit/parentheses.h"
#include "transforms/edit/quote.h"
#include "transforms/edit/splice.h"
#include "transforms/speculation/gradient_hazards.h"

#include <algorithm>
#include <cmath>

namespace transforms::condition {

using edit::grouped;
using edit::Replacement;
using operations::Form;
using syntax::Field;
using syntax::Kind;
using syntax::Node;
using syntax::Op;

namespace {

constexpr std::string_view summed = "s(", wide_method = ".double()";
constexpr double largest_of_all = 127;  // of int8

}  // namespace

// `math.isnan(t)` as `torch.isnan(t)`.
std::string PredicateReader::of_number(Node call, const AskedOfNumber& asked, bool negated) {
    const auto torch = edit::torch_name(facts_.program().names(), facts_.function());
    const Form form = forms_.of(asked.tensor);
    if (asked.converts) check_warning(call, asked.tensor);
    if (!form.is_tensor()) return refuse(asked.tensor, "may be something else than a tensor");
    if (behind_) speculation_.check(asked.tensor);
    const std::string text = one_element(asked.tensor, form, std::string(asked.tensor.text()));
    if (proof_.refused()) return {};
    made_.tensors.push_back(asked.tensor);
    if (!behind_) forms_.is_evaluated(asked.tensor);
    return (negated ? "~" : "") + std::string(*torch) + "." + asked.name + "(" + text + ")";
}

// The call whose number the name holds, which then is asked for here.
Node PredicateReader::kept_read(Node name) {
    const auto moved = read_before(facts_, name, statement_);
    if (moved) made_.moved.push_back(*moved);
    return moved ? moved->value : Node{};
}

bool PredicateReader::is_of_tensor(Node operand) const {
    return facts_.value(operand).is(values::Kind::tensor_number) || number_read(facts_, operand, statement_);
}

// `float(t)` warns where a gradient is wanted, and the tensor does not.
void PredicateReader::check_warning(Node call, Node tensor) {
    if (!warns_as_number(facts_, tensor, statement_)) return;
    proof::Proof kinds;
    const auto test = speculation::wants_no_gradient(
        facts_, statement_, effects::roots_of(facts_, tensor, statement_).differentiable, kinds);
    if (!test) return void(refuse(call, "warns where a gradient is wanted, and would not any more"));
    proof_.test_kinds_of(kinds);
    proof_.test(*test);
}

// `std > 1e-3`, `math.isnan(n)` or `n`, of numbers that tensors stand for.
bool PredicateReader::asks_kept(Node node) {
    if (question_to_number(facts_, node)) return forms_.is_kept(syntax::Call{node}.arguments().first_child());
    if (!node.is(Kind::comparison_operator)) return forms_.is_kept(node);
    const Node left = node.first_child(), right = left.next_sibling();
    const Form one = forms_.of(left), other = forms_.of(right);
    return one.is_number() && other.is_number() && (one.kept || other.kept);
}

std::string PredicateReader::of_kept(Node node, bool negated) {
    const std::string text(node.text());
    if (const auto question = question_to_number(facts_, node)) {
        const auto torch = edit::torch_name(facts_.program().names(), facts_.function());  // KeptReader has it
        return (negated ? "~" : "") + std::string(*torch) + "." + *question +
               std::string(syntax::Call{node}.arguments().text());
    }
    if (forms_.of(node).dtype == "bool") return (negated ? "~" : "") + grouped(text);
    if (!node.is(Kind::comparison_operator)) return grouped(text) + (negated ? " == 0" : " != 0");
    return negated ? "~(" + text + ")" : text;
}

// `x` of `x.sum()` and `x.max()`, or `total`, which is floating if the tensor is.
Node PredicateReader::of_its_kind(Node tensor, const Form& form) {
    for (const Node part : subtree(tensor)) {
        const bool names = (part.is(Kind::identifier) || part.is(Kind::attribute)) && forms_.place(part);
        const std::string dtype = names ? forms_.of(part).dtype : "none";
        if (dtype == form.dtype || std::string(summed) + dtype + ")" == form.dtype) return part;
    }
    return {};
}

// The tensor whose greatest or least element it is, or itself.
Node PredicateReader::extreme_of(Node tensor) const {
    const torch::Row* row = tensor.is(Kind::call) ? facts_.row_of(tensor) : nullptr;
    const bool is_extreme = row && (row->role == torch::Role::greatest || row->role == torch::Role::least);
    const Node object = tensor.child(Field::function).child(Field::object);
    return is_extreme && object && facts_.value(object).is_tensor() ? object : tensor;
}

// The tensor that a number is read from by the expression, or by the assignment in front that nothing else reads.
Node PredicateReader::read_by(Node number) {
    Node call = syntax::unparenthesized(number);
    if (call.is(Kind::identifier)) {
        const auto moved = moved_to(facts_, call, statement_);
        const Node value = moved ? syntax::unparenthesized(moved->value) : Node{};
        if (!value || !(number_read(facts_, value, statement_) || converted(facts_, value))) return {};
        made_.moved.push_back(*moved);
        call = value;
    }
    const Node read = number_read(facts_, call, statement_);
    Node tensor = read ? read : converted(facts_, call);
    if (const Node part = tensor ? Node{} : truncated(facts_, call); part && proof_.answer() == proof::Answer::assume) {
        const std::string of = edit::quoted(extreme_of(part));
        proof_.assume(of + " holds whole numbers", of + " may hold no whole number");
        whole_.push_back(tensor = part);
    }
    if (!tensor) return {};
    if (!read) check_warning(call, tensor);
    if (behind_ && syntax::is_within(call, number)) speculation_.check(tensor);
    return tensor;
}

// As a tensor without dimensions.
std::string PredicateReader::element(Node tensor) {
    const Form form = forms_.of(tensor);
    if (!form.is_tensor()) return refuse(tensor, "may be something else than a tensor");
    std::string text = one_element(tensor, form, std::string(tensor.text()));
    made_.tensors.push_back(tensor);
    if (!behind_) forms_.is_evaluated(tensor);
    return text;
}

void PredicateReader::check_floating(Node node, Node tensor) {
    const Form form = forms_.of(tensor);
    const torch::Dtype known = facts_.value(tensor).dtype;
    if (form.floating || known == torch::Dtype::floating || is_average(facts_, tensor) || proof_.refused()) return;
    const bool is_whole = known == torch::Dtype::integer;
    if (is_whole && proof_.answer() == proof::Answer::assume)
        return proof_.assume(edit::quoted(tensor) + " holds no int beyond 2**53",
                             edit::quoted(node) + " may compare large ints");
    const Node of = is_whole ? Node{} : of_its_kind(tensor, form);
    if (!of) return void(refuse(node, "may compare large ints"));
    proof_.test(proof::is_floating(of.text()));
}

// `x.mean().item() > 0.3`: the number is as exact as a double is.
std::string PredicateReader::compared_numbers(Node node, bool negated) {
    const Node left = node.first_child(), right = left.next_sibling();
    if (!compares(right.op())) return refuse(node, "is no comparison of values");
    const bool reads_left = is_of_tensor(left);
    const Node read = reads_left ? left : right, other = reads_left ? right : left;
    const Node tensor = read_by(read), beside = is_of_tensor(other) ? read_by(other) : Node{};
    if (proof_.refused()) return {};
    const std::string op = " " + std::string(syntax::op_text(right.op())) + " ";
    std::string text;
    if (tensor && beside && forms_.of(tensor).dtype == forms_.of(beside).dtype) {
        text = grouped(element(tensor)) + op + grouped(element(beside));
    } else if (tensor && !is_of_tensor(other)) {
        const std::string exact = compared_with_known(node, tensor, other), limit(other.text());
        text = reads_left ? exact + op + limit : limit + op + exact;
    } else if (const auto rest = remainder(read); rest && forms_.of(other).is_number() && !is_of_tensor(other)) {
        text = reads_left ? *rest + op + std::string(other.text()) : std::string(other.text()) + op + *rest;
    } else {
        std::vector<Replacement> tensors;
        for (const Node side : {left, right}) widen(side, tensors);
        if (!proof_.refused()) text = edit::on_one_line(node, std::move(tensors));
    }
    return negated ? "~(" + text + ")" : text;
}

// `step.item() % 2` of whole numbers, which both compute alike; int64 holds what either of them may be.
std::optional<std::string> PredicateReader::remainder(Node number) {
    const Node node = syntax::unparenthesized(number);
    if (!node.is(Kind::binary_operator) || operator_of(node) != Op::mod) return std::nullopt;
    const Node left = node.child(Field::left), right = node.child(Field::right);
    if (!is_of_tensor(left) || is_of_tensor(right) || !forms_.of(right).is_number()) return std::nullopt;
    const Node tensor = read_by(left);
    if (!tensor || facts_.value(tensor).dtype != torch::Dtype::integer) return std::nullopt;
    const auto divisor = function::number_of(facts_.value(right));
    if (divisor ? *divisor == 0 || !right.is(Kind::integer) : !is_fixed(facts_, right)) return std::nullopt;
    if (!divisor) {
        proof_.test(proof::is_not_zero(grouped(std::string(right.text()))));
        proof_.test_kind(proof::is_instance(right.text(), "int"));
    }
    const std::string dtype = forms_.of(tensor).dtype;
    const bool is_wide = dtype == "int64" || dtype == operations::count_dtype;
    const std::string single = element(tensor);
    return (is_wide ? grouped(single) : edit::with_method(single, ".long()")) + " % " + std::string(right.text());
}

// The number of the tensor, beside one that Python knows.
std::string PredicateReader::compared_with_known(Node node, Node tensor, Node other) {
    if (!forms_.of(other).is_number()) return refuse(node, "compares numbers in Python");
    if (behind_) speculation_.check(other);
    const std::string single = element(tensor);
    if (proof_.refused()) return {};
    const auto known = function::number_of(facts_.value(other));
    const bool is_known = known.has_value();
    // Every dtype holds it, so each compares with it as double precision does.
    if (is_known && *known >= 0 && *known <= largest_of_all && *known == std::floor(*known)) return grouped(single);
    // Of the largest integer dtype, which another int is compared with exactly.
    const bool is_whole = std::ranges::find(whole_, tensor) != whole_.end();
    const bool counts = (is_whole || (forms_.of(tensor).dtype.starts_with(summed) &&
                                      facts_.value(tensor).dtype == torch::Dtype::integer)) &&
                        (!is_known || other.is(Kind::integer));
    if (!counts && !is_known) check_floating(node, tensor);
    if (counts && !is_known) proof_.test_kind(proof::is_instance(other.text(), "int"));
    return counts ? grouped(single) : edit::with_method(single, wide_method);
}

// `x.max().item() - x.min().item()` as Python computes it: in double precision, and of floats alone. What takes the
// place of its parts.
void PredicateReader::widen(Node number, std::vector<Replacement>& made) {
    const Node node = syntax::unparenthesized(number);
    if (proof_.refused()) return;
    if (!is_of_tensor(node)) {
        if (!forms_.of(node).is_number()) return void(refuse(node, "compares numbers in Python"));
        if (behind_) speculation_.check(node);
    } else if (const Node tensor = read_by(node)) {
        if (!is_count(tensor)) check_floating(node, tensor);
        made.push_back({node.span(), edit::with_method(element(tensor), wide_method)});
    } else if (node.is(Kind::identifier)) {
        const auto moved = moved_to(facts_, node, statement_);
        if (!moved) return void(refuse(node, "is read elsewhere as well"));
        made_.moved.push_back(*moved);
        std::vector<Replacement> parts;
        widen(moved->value, parts);
        if (proof_.refused()) return;
        std::string text = edit::on_one_line(moved->value, std::move(parts));
        made.push_back({node.span(), node.parent().is(Kind::comparison_operator) ? text : grouped(std::move(text))});
    } else if (node.is(Kind::unary_operator) && operator_of(node) == Op::sub) {
        widen(node.first_child(), made);
    } else if (node.is(Kind::binary_operator)) {
        check_arithmetic(node);
        for (const Field side : {Field::left, Field::right}) widen(node.child(side), made);
    } else {
        widen_call(node, made);
    }
}

// A sum, difference or product, or a quotient by what is known not to be zero.
void PredicateReader::check_arithmetic(Node node) {
    const Node left = node.child(Field::left), right = node.child(Field::right);
    const Op op = operator_of(node);
    const bool both = is_of_tensor(left) && is_of_tensor(right);
    if (op == Op::mul && both && has_count(node)) return void(refuse(node, "may compare large ints"));
    if (op == Op::add || op == Op::sub || op == Op::mul) return;
    if (op != Op::div) return void(refuse(node, "compares numbers in Python"));
    if (function::number_of(facts_.value(right)).value_or(0) != 0) return;
    if (is_of_tensor(right) || !is_fixed(facts_, right))
        return void(refuse(right, "may be zero, which raises an error"));
    proof_.test(proof::is_not_zero(grouped(std::string(right.text()))));
}

// `abs(n)`, `math.sqrt(n)`
void PredicateReader::widen_call(Node node, std::vector<Replacement>& made) {
    const torch::Row* row = node.is(Kind::call) ? facts_.row_of(node) : nullptr;
    const Node argument = row ? syntax::Call{node}.arguments().first_child() : Node{};
    const bool size = row && (row->name == "builtins.abs" || row->name == "math.fabs");
    const bool root = row && row->name == "math.sqrt";
    const auto torch = edit::torch_name(facts_.program().names(), facts_.function());
    if ((!size && !root) || argument.next_sibling() || !torch) return void(refuse(node, "compares numbers in Python"));
    const bool converts = facts_.value(argument).is_tensor();
    if (root && !(converts ? effects::is_not_negative(facts_, argument, statement_)
                           : effects::is_no_negative_number(facts_, argument, statement_)))
        return void(refuse(argument, "may be negative, which raises an error"));
    made.push_back({node.child(Field::function).span(), root ? std::string(*torch) + ".sqrt" : "abs"});
    if (!converts) return widen(argument, made);
    check_warning(node, argument);
    if (behind_) speculation_.check(argument);
    made.push_back({argument.span(), edit::with_method(element(argument), wide_method)});
}

// `(x > 0).sum()`: a double holds that exactly, and what is added to it.
bool PredicateReader::is_count(Node tensor) { return forms_.of(tensor).dtype == operations::count_dtype; }

bool PredicateReader::has_count(Node number) {
    for (const Node part : subtree(number)) {
        const bool moves = part.is(Kind::identifier) && facts_.value(part).is(values::Kind::tensor_number);
        const Node tensor = number_read(facts_, part, statement_);
        if (moves || (tensor && is_count(tensor))) return true;
    }
    return false;
}

}  // namespace transforms::condition
