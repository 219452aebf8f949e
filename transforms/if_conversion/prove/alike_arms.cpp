#include "transforms/if_conversion/prove/alike_arms.h"

#include "analysis/function/literals.h"
#include "analysis/operations/cast.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/speculation/speculation.h"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

namespace transforms::if_conversion {

using operations::Form;
using syntax::Field;
using syntax::Kind;
using syntax::Node;
using syntax::Op;

namespace {

// Nothing speaks against it: it has no dimensions, or the variable was given what has none before.
bool may_be_single(const Case& c, const Target& target, Node value) {
    if (value) return c.facts.value(value).rank == 0;
    const auto gives_one = [&](Node use) {
        const auto assignment = syntax::as<syntax::Assignment>(use.parent());
        return assignment && use.field() == Field::left && !syntax::is_within(use, c.at.statement) &&
               assignment->value() && c.facts.value(assignment->value()).rank == 0;
    };
    return target.variable && std::ranges::any_of(c.facts.uses_of(*target.variable), gives_one);
}

bool lists_zero(Node sizes) {
    for (const Node each : sizes.children()) {
        const bool is_list = each.is(Kind::tuple) || each.is(Kind::list);
        if (each.text() == "0" || (is_list && lists_zero(each))) return true;
    }
    return false;
}

// `x.new_zeros(0, 4)`, `torch.tensor([])`: of no elements, which other arms are not likely to have.
bool makes_nothing(const Case& c, Node value) {
    for (const Node call : subtree(value)) {
        const torch::Row* row = call.is(Kind::call) ? c.facts.row_of(call) : nullptr;
        if (!row) continue;
        const Node given = syntax::Call{call}.arguments(), first = given.first_child();
        if (row->shape == torch::Shape::sized && lists_zero(given)) return true;
        if (row->shape == torch::Shape::content && first.is(Kind::list) && !first.first_child()) return true;
    }
    return false;
}

// `x.new_zeros(1)`: of sizes that the program writes, which other arms need not have.
bool makes_fixed_sizes(const Case& c, Node value) {
    const Node call = syntax::unparenthesized(value);
    const torch::Row* row = call.is(Kind::call) ? c.facts.row_of(call) : nullptr;
    if (!row || row->shape != torch::Shape::sized) return false;
    const Node first = syntax::Call{call}.arguments().first_child();
    const bool is_list = first.is(Kind::tuple) || first.is(Kind::list);
    return (is_list ? first.first_child() : first).is(Kind::integer);
}

// `torch.full(x.shape, 1.5)`, `y.softmax(-1, dtype=torch.float64)`: whatever the others are.
bool names_dtype(const Case& c, Node value) {
    const Node call = syntax::unparenthesized(value);
    if (!call.is(Kind::call)) return false;
    const Node object = syntax::Call{call}.function().child(Field::object);
    bool takes_tensor = object && c.facts.value(object).is_tensor();
    for (const Node argument : syntax::Call{call}.arguments().children()) {
        const Node given = syntax::value_of_argument(argument);
        if (operations::dtype_named(c.facts, given)) return true;
        const bool is_taken = c.facts.value(given).is_tensor() || operations::asked_for_dtype(c.facts, given);
        takes_tensor = takes_tensor || is_taken || given.is(Kind::list) || given.is(Kind::tuple);
    }
    const torch::Row* row = c.facts.row_of(call);
    return row && row->gives == torch::Gives::tensor && !takes_tensor;
}

std::vector<Node> operands_of(const Case& c, Node node) {
    std::vector<Node> all;
    if (!node.is(Kind::call)) {
        for (const Node part : node.children()) all.push_back(part);
        return all;
    }
    const torch::Row* row = c.facts.row_of(node);
    const Node object = syntax::Call{node}.function().child(Field::object);
    const bool chooses = row && row->role == torch::Role::chooses;
    if (object && c.facts.value(object).is_tensor() && !chooses) all.push_back(object);
    for (const Node argument : syntax::Call{node}.arguments().children())
        all.push_back(syntax::value_of_argument(argument));
    if (chooses && all.size() == 3) all.erase(all.begin());
    return all;
}

// `x[0]`, `x[:, i]` beside others of their kind; `x[:n]` has another size, and so has `x[0]` in the place of x.
bool picks(const Target& target, Node subscript) {
    for (const Node index : syntax::Subscript{subscript}.indices())
        if (index.is(Kind::slice) && index.first_child()) return false;
    return subscript.child(Field::value).text() != target.text;
}

// `h = self.cell(h)`, and `h = self.stem(b)` behind `h = self.stem(a)`: what follows takes h with it and without.
bool is_layer_of_its_own(const Case& c, const Target& target, Node call) {
    if (!call.is(Kind::call) || c.facts.row_of(call) || !target.variable) return false;
    const auto is_it = [&](Node argument) {
        const auto keyword = syntax::as<syntax::Keyword>(argument);
        return c.facts.variable(keyword ? keyword->value() : argument) == target.variable;
    };
    for (const Node argument : syntax::Call{call}.arguments().children())
        if (is_it(argument)) return true;
    return std::ranges::any_of(c.facts.uses_of(*target.variable), [&](Node use) {
        const Node made = syntax::given_to(use);
        return made != call && made.is(Kind::call) &&
               syntax::Call{made}.function().text() == syntax::Call{call}.function().text();
    });
}

// The factors at the ends of a chain of products, `a` and `c` of `a @ b @ c`, which have its dimensions.
std::pair<std::string_view, std::string_view> ends_of(Node product) {
    Node left = product, right = product;
    while (operator_of(left) == Op::matmul) left = syntax::unparenthesized(left.child(Field::left));
    while (operator_of(right) == Op::matmul) right = syntax::unparenthesized(right.child(Field::right));
    return {left.text(), right.text()};
}

// `r = u @ flip @ v` in the place of `r = u @ v`
bool joins_the_same(const Case& c, const Target& target, Node product) {
    const auto made = target.variable ? c.facts.definition(*target.variable, c.at.statement) : std::nullopt;
    const Node before = made && made->statement ? syntax::unparenthesized(made->value) : Node{};
    return before && operator_of(product) == Op::matmul && operator_of(before) == Op::matmul &&
           ends_of(product) == ends_of(before);
}

// What is computed element by element of something that is there has its shape. What joins, pads, cuts or sums may not.
bool has_shape_of_something(const Case& c, const Target& target, Node value) {
    const Node node = syntax::unparenthesized(value);
    const auto is_such = [&](Node operand) {
        return !function::is_number(c.facts.value(operand)) && has_shape_of_something(c, target, operand);
    };
    switch (node.kind()) {
        case Kind::identifier:
        case Kind::attribute: return true;
        case Kind::subscript: return picks(target, node);
        case Kind::unary_operator:
        case Kind::binary_operator:
        case Kind::comparison_operator:
            return joins_the_same(c, target, node) || std::ranges::any_of(operands_of(c, node), is_such);
        case Kind::call: break;
        default: return false;
    }
    if (is_layer_of_its_own(c, target, node)) return true;
    const torch::Row* row = c.facts.row_of(node);
    if (!row) row = c.facts.row_of_module(node);
    if (!row) return false;
    if (row->shape == torch::Shape::sized || row->shape == torch::Shape::rank0 || c.facts.value(node).rank == 0)
        return true;
    const bool keeps = row->traits.pointwise || row->shape == torch::Shape::same ||
                       row->shape == torch::Shape::same_size || row->shape == torch::Shape::broadcast ||
                       row->role == torch::Role::chooses;
    return keeps && std::ranges::any_of(operands_of(c, node), is_such);
}

// `self.small(x)` in one arm, `self.large(x)` in the other: what follows takes what either gives.
bool are_layers(const Case& c, const Target& target) {
    return std::ranges::all_of(target.values, [&](Node value) {
        Node call = syntax::unparenthesized(value);
        if (call.is(Kind::subscript)) call = call.child(Field::value);  // one of its results
        return call.is(Kind::call) && !c.facts.row_of(call);
    });
}

// `x = x.mean()` of an x that is not known is no number; what a number takes the place of is one.
bool are_of_one_rank(const Case& c, const Target& target, const std::vector<Form>& arms) {
    bool gives_single = false, keeps_single = false, has_other = false;
    std::set<int> ranks;
    for (std::size_t arm = 0; arm < arms.size(); ++arm) {
        const Node value = target.values[arm];
        const int rank = (value ? c.facts.value(value) : c.before(target)).rank;
        if (rank >= 0) ranks.insert(rank);
        const bool is_kept = !value || value == target.cut || value == target.written;
        const bool is_single = (arms[arm].is_tensor() && arms[arm].shape.empty()) || may_be_single(c, target, value);
        has_other = has_other || !is_single;
        (is_kept ? keeps_single : gives_single) |= is_single;
    }
    return ranks.size() <= 1 && (!has_other || !gives_single || keeps_single);
}

// `ids * 2`: nobody adds truths, and a number other than a truth makes no truth of them.
bool makes_numbers(Node value, const Form& form) {
    if (form.floating || form.numeric) return true;
    switch (value.is(Kind::binary_operator) ? operator_of(value) : Op::none) {
        case Op::add:
        case Op::sub:
        case Op::mul:
        case Op::div:
        case Op::pow: return true;
        default: return false;
    }
}

bool are_of_one_dtype(const Case& c, const Target& target, const std::vector<Form>& arms) {
    std::set<torch::Dtype> dtypes;
    const bool has_truths = std::ranges::any_of(arms, &Form::is_bool);
    for (std::size_t arm = 0; arm < arms.size(); ++arm) {
        const Node value = target.values[arm];
        if (has_truths && makes_numbers(value, arms[arm])) return false;
        const torch::Dtype dtype = values::category(value ? c.facts.value(value) : c.before(target));
        if (dtype != torch::Dtype::unknown) dtypes.insert(dtype);
        if (value && !arms[arm].shape.empty() && names_dtype(c, value)) return false;
    }
    return dtypes.size() <= 1;
}

}  // namespace

bool may_be_alike(Case& c, const Target& target, const std::vector<Form>& arms) {
    if (std::ranges::all_of(arms, [&](const Form& arm) { return operations::same_form(arm, arms[0]); })) return true;
    const auto is_empty = [&](Node value) { return value && makes_nothing(c, value); };
    const auto is_fixed = [&](Node value) { return value && makes_fixed_sizes(c, value); };
    if (std::ranges::any_of(target.values, is_fixed) && !std::ranges::all_of(target.values, is_fixed)) return false;
    const auto may_differ = [&](Node value) { return value && !has_shape_of_something(c, target, value); };
    const bool differ = !are_layers(c, target) && std::ranges::any_of(target.values, may_differ);
    if (std::ranges::any_of(target.values, is_empty) || differ || !are_of_one_rank(c, target, arms) ||
        !are_of_one_dtype(c, target, arms))
        return false;
    c.proof.assume(std::string(speculation::all_fit),
                   "the arms of " + c.name_of(target) + " may have different shapes");
    return true;
}

}  // namespace transforms::if_conversion
