// Forms of expressions: what operators, calls and subscripts make of the forms of their parts.
#include "analysis/function/dict_slot.h"
#include "analysis/operations/basic_index.h"
#include "analysis/operations/constant_tensor.h"
#include "analysis/operations/dimwise.h"
#include "analysis/operations/reduction.h"
#include "analysis/operations/trailing_unsqueeze.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "transforms/metadata/callee_result.h"
#include "transforms/metadata/inference.h"
#include "transforms/operation/operation.h"

#include <algorithm>
#include <utility>

namespace transforms::metadata {

using operations::Form;
using syntax::Field;
using syntax::Kind;
using syntax::Node;
using syntax::Op;

namespace {

constexpr std::string_view positions = "indices";  // of what max(), sort() or topk() gives

const torch::Row* pure_row(const function::Facts& facts, Node call) {
    const torch::Row* row = facts.row_of(call);
    if (row && row->traits.in_place) return facts.pure_twin(call);
    return row && (row->traits.pure || row->traits.view) ? row : nullptr;
}

}  // namespace

Form Forms::of(Node expression) {
    const Node node = syntax::unparenthesized(expression);
    switch (node.kind()) {
        case Kind::integer: return operations::number("int");
        case Kind::float_: return operations::number("float");
        case Kind::identifier:
        case Kind::attribute: return of_name(node);
        case Kind::unary_operator: return of(node.first_child());
        case Kind::named_expression: return of(node.child(Field::value));
        case Kind::augmented_assignment:
            if (node.op() == Op::matmul) return opaque(node);
            return of_both(node.child(Field::left), node.child(Field::right), node.op());
        case Kind::binary_operator: return of_operator(node);
        case Kind::comparison_operator: return of_comparison(node);
        case Kind::call: return of_call(node);
        case Kind::subscript: return of_subscript(node);
        case Kind::conditional_expression: return of_either(syntax::Conditional{node});
        default: return opaque(node);
    }
}

// `0.5 if self.training else 2.0`
Form Forms::of_either(syntax::Conditional choice) {
    const Form one = of(choice.then()), other = of(choice.otherwise());
    const bool are_numbers = one.is_number() && other.is_number() && one.dtype == other.dtype;
    return are_numbers || operations::same_form(one, other) ? one : opaque(choice.node);
}

// Of a variable or an attribute.
Form Forms::of_name(Node node) {
    if (const Node stands_for = bound(node)) return of(stands_for);
    if (const auto held = place(node)) return at_place(node, *held);
    if (const auto given = assigned_.find(std::string(node.text())); given != assigned_.end()) return given->second;
    const auto field = of_field(node);
    return field ? *field : opaque(node);
}

Form Forms::of_operator(Node node) {
    if (operator_of(node) == Op::matmul) return operation::operation_of(facts_, node, nullptr)->infer(*this);
    const Form left = of(node.child(Field::left)), right = of(node.child(Field::right));
    Form form = combined(left, right, operator_of(node));
    if (form.kind != Form::Kind::unknown) return form;
    form = opaque(node);
    // Whatever the other operand is, it was broadcast with this one.
    for (const Form& known : {left, right})
        if (form.is_tensor() && known.is_tensor()) add_shape(form.shape, known.shape);
    return form;
}

Form Forms::of_comparison(Node node) {
    const Node left = node.first_child(), right = left.next_sibling();
    if (!right || right.next_sibling() || !compares(right.op())) return opaque(node);
    Form form = of_both(left, right, right.op());
    if (form.kind != Form::Kind::unknown) return form;
    form = opaque(node);
    if (form.is_tensor()) form.dtype = "bool";
    return form;
}

std::optional<Form> Forms::of_column(Node node) {
    const auto column = operations::column_of(facts_, node);
    if (!column) return std::nullopt;
    Form form = of(column->of);
    std::string shape = "(" + operations::joined(form.shape) + ",1)";
    if (column->of_list && !absorbed_.contains(shape)) return std::nullopt;
    form.shape = {std::move(shape)};
    return form;
}

// `x.max(dim=1).values` has the dtype of x, and its shape without that dimension; `x.sort().values` has both.
std::optional<Form> Forms::of_field(Node node) {
    const auto field = operations::field_of(facts_, node);
    const auto reduction = field ? operations::reduction_of(facts_, field->call) : std::nullopt;
    const auto sorted = field && !reduction ? operations::along_of(facts_, field->call) : std::nullopt;
    if (!reduction && !sorted) return std::nullopt;
    Form form = opaque(node);
    const Form whole = of(reduction ? reduction->of : sorted->of);
    if (!whole.is_tensor()) return std::nullopt;
    form.shape = reduction ? along(*reduction, whole) : whole.shape;
    if (field->field->dtype == torch::Dtype::same_dtype) operations::copy_dtype(form, whole);
    if (field->field->name == positions) form.dtype = "int64";
    return form;
}

std::set<std::string> Forms::along(const operations::Reduction& reduction, const Form& whole) {
    std::string shape = reduction.shape(operations::joined(whole.shape));
    if (reduction.fits_tensor()) absorb(shape, whole.shape);
    return {std::move(shape)};
}

Form Forms::of_subscript(Node node) {
    if (const Node stands_for = bound(node)) return of(stands_for);
    if (function::is_item(facts_, node)) return of_item(node);
    if (auto column = of_column(node)) return *column;
    if (auto field = of_field(node)) return *field;
    const auto cut = operations::cut_of(node, &facts_);
    const bool of_tensor = cut && (cut->rank > 1 || facts_.value(cut->of).is_tensor());
    // Of a list one can ask for an item as well.
    const bool may_guess = std::exchange(may_guess_, may_guess_ && of_tensor);
    const Form object = of(node.child(Field::value));
    may_guess_ = may_guess;
    Form form = opaque(node);
    if (!object.is_tensor() || !(form.is_tensor() || of_tensor)) return form;
    form.kind = Form::Kind::tensor;
    operations::copy_dtype(form, object);
    if (cut) form.shape = {cut->shape(operations::joined(object.shape))};
    return form;
}

Form Forms::of_call(Node call) {
    if (const Node stands_for = bound(call)) return of(stands_for);
    if (auto column = of_column(call)) return *column;
    const torch::Row* row = facts_.value(call).is_tensor() ? pure_row(facts_, call) : nullptr;
    const auto operation = operation::operation_of(facts_, call, row);
    return operation ? operation->infer(*this) : of_other_call(call);
}

// Of a call that has an effect, or that no row describes.
Form Forms::of_other_call(Node call) {
    Form form = opaque(call);
    if (!form.is_tensor()) return form;
    const auto scalar = follows_ ? scalar_of(facts_, call) : std::nullopt;
    if (scalar || operations::makes_scalar(facts_, call)) form.shape = {};
    if (scalar && scalar->is_bool()) form.dtype = scalar->dtype;
    return form;
}

}  // namespace transforms::metadata
