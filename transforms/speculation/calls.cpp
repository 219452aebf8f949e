// Calls, and the numbers that they may be given: the part of Speculation that asks the rows.
#include "analysis/function/literals.h"
#include "analysis/operations/arithmetic.h"
#include "analysis/operations/cast.h"
#include "analysis/operations/constant_tensor.h"
#include "analysis/operations/dimwise.h"
#include "analysis/operations/reduction.h"
#include "analysis/operations/shape_query.h"
#include "analysis/operations/trailing_unsqueeze.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/speculation/speculation.h"

#include <algorithm>
#include <cmath>

namespace transforms::speculation {

using operations::Form;
using syntax::Field;
using syntax::Kind;
using syntax::Node;
using syntax::Op;

namespace {

constexpr double largest_but_in_half = 3e38;  // what bfloat16 holds, and every larger dtype

// Whether tensors of whole numbers take it, down to int8 and uint8, where the dtype does not make room for it: a float
// changes that of `x.clamp(max=0.5)`, and none that of `x.masked_fill(m, 0.5)`.
bool fits_whole_numbers(const torch::Row& row, double number, torch::Dtype dtype) {
    constexpr double least = -128, most = 127;
    const bool is_whole = dtype == torch::Dtype::integer;
    if (!is_whole && row.mask.empty() && !row.traits.cuts) return true;
    return number <= most && number >= (is_whole ? least : 0);
}

bool asks_shape(const function::Facts& facts, Node number) {
    for (const Node node : subtree(number))
        if (operations::size_of(facts, node)) return true;
    return false;
}

// Called without what it may be told, or with numbers alone.
bool is_total(const torch::Row& row) { return row.traits.total || row.role == torch::Role::norm; }

// `min(self.a, 0.5)`, `math.sqrt(n)`, of what no data decides.
bool is_number_of_python(const function::Facts& facts, Node call, const torch::Row* row) {
    return row && (row->gives == torch::Gives::arithmetic || row->gives == torch::Gives::converted) &&
           function::is_traced_number(facts.value(call));
}

// `x` of `x.sum()` and `torch.sum(x)`, or none.
Node reduced_whole(const torch::Row& row, const syntax::Call& call) {
    if (!row.name.starts_with(torch::tensor_class)) return call.only_argument();
    return call.arguments().first_child() ? Node{} : call.function().child(Field::object);
}

// More than one in each part that is reduced: "x.shape[0] * x.shape[1] > 1".
proof::Guard has_several_elements(const std::string& part, const operations::Reduction* along) {
    std::string number;
    for (const int dim : along ? along->dims : std::vector<int>{})
        number.append(number.empty() ? "" : " * ").append(part + ".shape[" + std::to_string(dim) + "]");
    const auto counted = number.empty() ? proof::Guard::Property::count : proof::Guard::Property::value;
    return proof::compared(counted, number.empty() ? part : number, proof::Guard::Relation::above, "1");
}

}  // namespace

// What the call does with its tensors is in the row; that shapes and dtypes fit has to be shown here.
void Speculation::check_call(Node node, const torch::Row* row) {
    if (forms_.bound(node)) return;  // it is made in any case
    const syntax::Call view{node};
    if (const auto column = operations::column_of(facts_, node); column && forms_.of_column(node))
        return check(column->of);
    if (operations::is_constant(facts_, node)) return check_constant(view, *row);
    if (counts_list(node, row)) return;
    if (converts_number(node, row)) return check(view.arguments().first_child());
    if (const auto cast = operations::cast_of(facts_, node)) return check_cast(node, *cast);
    if (const auto of_shape = operations::reshaped(facts_, node)) return check_reshaped(node, *of_shape);
    if (operations::shape_of_new(facts_, node)) return check_new(node);
    if (const auto arithmetic = operations::arithmetic_of(node, row))
        return check_operator(node, arithmetic->left, arithmetic->op, arithmetic->right);
    if (is_number_of_python(facts_, node, row)) return check_numbers_of(view);
    if (!row || (!row->traits.pure && !row->traits.view))
        return refuse(node, "may have an effect, or draw random numbers");
    if (row->traits.moves) return refuse(node, "may move to another device");
    if (const auto reduction = operations::reduction_of(facts_, node)) return check_along(node, *row, *reduction);
    if (const auto along = operations::along_of(facts_, node)) return check_dimensions(node, *row, *along);
    if (row->role == torch::Role::loss) return check_loss(node, *row);
    if (row->role == torch::Role::triangle) return check_triangle(node, *row);
    check_elementwise(node, *row);
}

// `x.new_zeros(3)`, `torch.zeros((), device=x.device)`: nothing but x has to be there.
void Speculation::check_constant(syntax::Call call, const torch::Row& row) {
    if (row.name.starts_with(torch::tensor_class)) check(call.function().child(Field::object));
    for (const Node argument : call.arguments().children()) {
        const auto keyword = syntax::as<syntax::Keyword>(argument);
        const Node device = keyword ? operations::asked_for_device(facts_, keyword->value()) : Node{};
        const Node of = !keyword || device ? device : operations::asked_for_dtype(facts_, keyword->value());
        if (of) check(of);
    }
}

// Also of what reduces a whole tensor, and of what makes another one of the shape of a tensor: zeros_like() is not
// called pointwise, and fits every shape as well.
void Speculation::check_elementwise(Node call, const torch::Row& row) {
    const syntax::Call view{call};
    const Node whole = reduced_whole(row, view);
    const bool reduces = row.shape == torch::Shape::reduce && whole && row.given_gives != torch::Gives::unknown;
    const bool keeps_shape = row.shape == torch::Shape::same && (row.traits.cuts || row.traits.view);
    const bool fits = row.traits.pointwise || keeps_shape || reduces;
    if (trusts_ && row.traits.total && !fits) return check_total(call, row);
    if (!is_total(row) || !fits) return refuse(call, "may raise an error", {proof::Requirement::fit});
    if (!row.traits.transparent && !row.traits.cuts) spoils(call);
    Operands operands;
    std::vector<Node> options;
    if (const auto method = syntax::as<syntax::Attribute>(view.function()))
        if (forms_.of(method->object()).is_tensor()) check_operand(call, method->object(), operands);
    for (const Node argument : view.arguments().children()) {
        const auto keyword = syntax::as<syntax::Keyword>(argument);
        const Node given = keyword ? keyword->value() : argument;
        if (given.is(Kind::none)) continue;
        if (forms_.of(given).is_tensor() && !(keyword && keyword->name().text() == "out"))
            check_operand(call, given, operands);
        else
            options.push_back(given);
    }
    if (!operands.all)
        return trusts_ ? check_total(call, row) : refuse(call, "may raise an error", {proof::Requirement::fit});
    for (const Node given : options) check_option(call, row, given, *operands.all);
    if (proof_.refused()) return;
    if (reduces) return check_reduction(call, row, whole, *operands.all);
    if (!row.traits.cuts && operands.all_bool) refuse(call, "is called with bool tensors, and may raise an error");
}

void Speculation::check_operand(Node call, Node given, Operands& operands) {
    check(given);
    const Form form = forms_.of(given);
    if (operands.all) check_shapes(call, *operands.all, form);
    operands.all_bool = operands.all_bool && form.is_bool();
    if (function::is_mask(facts_, given) && !form.is_bool()) refuse(given, "may be no bool tensor");
    operands.all = operands.all ? forms_.combined(*operands.all, form, Op::none) : form;
}

// `len(levels)`, of what is tested to be a list.
bool Speculation::counts_list(Node call, const torch::Row* row) {
    const Node argument = syntax::Call{call}.arguments().first_child();
    if (!row || row->name != "builtins.len" || !facts_.variable(argument) || argument.next_sibling()) return false;
    if (assigned_.contains(argument.text())) return false;
    proof_.test_kind(proof::is_instance(argument.text(), "(list, tuple)"));
    return true;
}

// `float(k + 1)`; no int is made of what may be infinite.
bool Speculation::converts_number(Node call, const torch::Row* row) {
    const Node argument = syntax::Call{call}.arguments().first_child();
    const bool converts = row && row->gives == torch::Gives::converted &&
                          (row->role == torch::Role::number_type || row->role == torch::Role::constant_type);
    const values::Value value = facts_.value(argument);
    return converts && argument && !argument.next_sibling() && forms_.of(argument).is_number() &&
           !value.is(values::Kind::unknown) &&
           (row->dtype != torch::Dtype::integer || values::category(value) == torch::Dtype::integer);
}

void Speculation::check_numbers_of(syntax::Call call) {
    for (const Node argument : call.arguments().children()) {
        if (argument.is(Kind::keyword_argument) || argument.is(Kind::list_splat))
            return refuse(call.node, "may have an effect, or raise an error");
        check(argument);
    }
    if (!proof_.refused()) may_raise(call.node, "may raise an error");
}

// The tensor has to have the dimensions.
void Speculation::check_along(Node call, const torch::Row& row, const operations::Reduction& reduction) {
    if (!is_total(row)) return refuse(call, "may raise an error");
    if (!row.traits.transparent && !row.traits.cuts) spoils(call);
    check(reduction.of);
    const Form tensor = forms_.of(reduction.of);
    if (proof_.refused()) return;
    const auto shaped = [&](const Form& form) { return form.is_tensor() && form.shape == tensor.shape; };
    const auto part = tensor.is_tensor() ? part_before(reduction.of, shaped) : std::nullopt;
    if (!part) may_raise(call, "may raise an error for some shapes");
    if (part) test_fit(proof::rank_above(*part, reduction.least_rank() - 1));
    if (!proof_.refused()) check_reduction(call, row, reduction.of, tensor, &reduction);
}

// The largest element of none raises; the sum of none is 0, and the mean NaN. Whole numbers have no mean. The deviation
// of one element warns.
void Speculation::check_reduction(Node call, const torch::Row& row, Node object, const Form& tensor,
                                  const operations::Reduction* along) {
    if (row.dtype == torch::Dtype::summed || row.dtype == torch::Dtype::boolean) return;
    if (const Node bound = object ? forms_.bound(object) : Node{}) object = bound;
    if (!row.traits.pointwise) check_floating(call, object, tensor);
    if (proof_.refused()) return;
    const bool averages =
        row.dtype == torch::Dtype::same_dtype && row.traits.transparent && !row.traits.pointwise && row.fields.empty();
    const bool deviates = row.dtype == torch::Dtype::real && !row.traits.transparent && row.role != torch::Role::norm;
    if (averages || (!deviates && (tensor.shape.empty() || forms_.has_elements(tensor)))) return;
    const auto shaped = [&](const Form& form) { return form.is_tensor() && form.shape == tensor.shape; };
    const auto part = tensor.shape.empty() ? std::nullopt : part_before(object, shaped);
    if (!deviates && !part) return check_all_have_elements(call, object, tensor);
    if (!deviates) return test_fit(proof::has_elements(*part));
    if (!part) return refuse(call, "may warn of one element", proof::shapes);
    proof_.test(has_several_elements(*part, along));
}

// `(a - b).max()`: if both have elements, so has what they are broadcast to.
void Speculation::check_all_have_elements(Node call, Node object, const Form& tensor) {
    std::vector<std::string> parts;
    for (const std::string& each : tensor.shape) {
        const auto has_it = [&](const Form& form) { return form.is_tensor() && form.shape == std::set{each}; };
        const auto part = part_before(object, has_it);
        if (!part) return may_raise(call, "may raise an error for an empty tensor");
        parts.push_back(*part);
    }
    for (const std::string& each : parts) test_fit(proof::has_elements(each));
}

// What has its value already where the tests stand, and is such: the expression, or the first variable that it is made
// of, also by way of what was assigned since.
std::optional<std::string> Speculation::part_before(Node expression, const std::function<bool(const Form&)>& is_such,
                                                    int depth) {
    constexpr int deepest = 8;
    if (!expression || depth > deepest) return std::nullopt;
    if (const auto place = forms_.place(expression); place && is_before(*place) && is_such(forms_.of(expression)))
        return place->text;
    for (const Node each : subtree(expression)) {
        const Node node = each, bound = forms_.bound(node), part = bound ? bound : node;
        if (!part.is(Kind::identifier) || !facts_.variable(part)) continue;
        if (const auto found = assigned_.find(part.text()); found != assigned_.end()) {
            if (const auto made_of = part_before(found->second, is_such, depth + 1)) return made_of;
        } else if (const auto place = forms_.place(part); place && is_such(forms_.of(part))) {
            return place->text;
        }
    }
    return std::nullopt;
}

// A number, and not so large that a zero gradient times it is none. What a mask selects, a bound, and what fills a new
// tensor are not multiplied with anything.
void Speculation::check_option(Node call, const torch::Row& row, Node given, const Form& tensor) {
    const auto number = function::number_of(facts_.value(given));
    if (number && std::abs(*number) <= largest_factor)
        return fits_whole_numbers(row, *number, category(facts_.value(given))) || tensor.is_bool()
                   ? void()
                   : check_floating(call, call, tensor);
    if (number && std::isinf(*number) && !row.mask.empty() && tensor.floating) return;
    const bool only_held = row.traits.lifts || row.traits.cuts;
    if (only_held && number && std::abs(*number) <= largest_but_in_half) return check_not_half(call, tensor);
    if (const auto limit = settled_limit(given)) {
        check_limit(given);
        return check_held(call, *limit, tensor);
    }
    if (!only_held || number || !is_kept_number(given)) {
        constexpr std::string_view why = "is called with more than tensors and moderate numbers";
        if (!trusts_ || !function::is_traced_number(facts_.value(given)))
            return refuse(call, why, proof::dtypes.with({proof::Requirement::fit}));
        check(given);
        if (!only_held) spoils(call);
        return proof_.refused() ? void() : may_raise(call, why);
    }
    if (asks_shape(facts_, given)) check(given);
    check_floating(call, call, tensor);
    check_size(given, false);
}

// Whole numbers have no softmax, and a sum of others.
void Speculation::check_dimensions(Node call, const torch::Row& row, const operations::Along& along) {
    if (!is_total(row)) return refuse(call, "may raise an error");
    if (!row.traits.transparent && !row.traits.cuts) spoils(call);
    check(along.of);
    const Form tensor = forms_.of(along.of);
    if (proof_.refused()) return;
    if (!tensor.floating) return may_raise(call, "may raise an error");
    if (along.dims.empty()) return;
    const auto shaped = [&](const Form& form) { return form.is_tensor() && form.shape == tensor.shape; };
    const auto part = tensor.shape.empty() ? std::nullopt : part_before(along.of, shaped);
    if (!part) return may_raise(call, "may raise an error for some shapes");
    test_fit(proof::rank_above(*part, operations::least_rank(along.dims) - 1));
}

}  // namespace transforms::speculation
