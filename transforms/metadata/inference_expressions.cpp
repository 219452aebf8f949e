// Forms of expressions: what operators, calls and subscripts make of the forms of their parts.
#include "analysis/function/dict_slot.h"
#include "analysis/operations/basic_index.h"
#include "analysis/operations/cast.h"
#include "analysis/operations/constant_tensor.h"
#include "analysis/operations/dimwise.h"
#include "analysis/operations/matmul.h"
#include "analysis/operations/reduction.h"
#include "analysis/operations/shape_query.h"
#include "analysis/operations/trailing_unsqueeze.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "transforms/metadata/callee_result.h"
#include "transforms/metadata/inference.h"

#include <algorithm>
#include <utility>

namespace transforms::metadata {

using operations::Form;
using syntax::Field;
using syntax::Kind;
using syntax::Node;
using syntax::Op;

namespace {

const torch::Row* pure_row(const function::Facts& facts, Node call) {
    const torch::Row* row = facts.row_of(call);
    if (row && row->traits.in_place) return facts.pure_twin(call);
    return row && (row->traits.pure || row->traits.view) ? row : nullptr;
}

bool is_given(Node call, const torch::Row& row) {
    int position = 0;
    for (const Node argument : syntax::Call{call}.arguments().children()) {
        const auto keyword = syntax::as<syntax::Keyword>(argument);
        if (keyword ? keyword->name().text() == row.given || keyword->name().text() == "axis"
                    : position == row.given_position)
            return true;
        if (!keyword) ++position;
    }
    return false;
}

// The row as the argument that it names changes it. Without a shape, that leaves the dtype as it is without it.
torch::Row as_given(const torch::Row& row) {
    torch::Row changed = row;
    if (row.given_shape != torch::Shape::unknown) changed.shape = row.given_shape;
    if (row.given_shape != torch::Shape::unknown || row.given_dtype != torch::Dtype::unknown)
        changed.dtype = row.given_dtype;
    return changed;
}

void copy_dtype(Form& to, const Form& from) {
    to.dtype = from.dtype;
    to.floating = from.floating;
}

// The dtype that a word of a row gives to what is made of a tensor.
void give_dtype(Form& result, torch::Dtype word, const Form& of) {
    switch (word) {
        case torch::Dtype::same_dtype:
        case torch::Dtype::real: return copy_dtype(result, of);
        case torch::Dtype::floated: return copy_dtype(result, operations::floated(of));
        case torch::Dtype::summed:
            copy_dtype(result, of);
            if (!of.floating) result.dtype = "s(" + of.dtype + ")";
            return;
        case torch::Dtype::floating: result.floating = true; return;
        default: return;
    }
}

}  // namespace

Form Forms::of(Node expression) {
    const Node node = syntax::unparenthesized(expression);
    if (const auto product = operations::product_of(facts_, node)) return of_product(*product, node);
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
        default: return opaque(node);
    }
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
    if (field->field->dtype == torch::Dtype::same_dtype) copy_dtype(form, whole);
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
    const auto cut = operations::cut_of(node);
    const bool of_tensor = cut && (cut->rank > 1 || facts_.value(cut->of).is_tensor());
    // Of a list one can ask for an item as well.
    const bool may_guess = std::exchange(may_guess_, may_guess_ && of_tensor);
    const Form object = of(node.child(Field::value));
    may_guess_ = may_guess;
    Form form = opaque(node);
    if (!object.is_tensor() || !(form.is_tensor() || of_tensor)) return form;
    form.kind = Form::Kind::tensor;
    copy_dtype(form, object);
    if (cut) form.shape = {cut->shape(operations::joined(object.shape))};
    return form;
}

Form Forms::of_call(Node call) {
    if (const Node stands_for = bound(call)) return of(stands_for);
    if (auto column = of_column(call)) return *column;
    const torch::Row* row = pure_row(facts_, call);
    if (!row || !facts_.value(call).is_tensor()) return of_other_call(call);
    if (const auto cast = operations::cast_of(facts_, call)) return of_cast(*cast, call);
    if (const auto of_shape = operations::reshaped(facts_, call)) return of_reshaped(*of_shape, call);
    return of_row(*row, of_arguments(call), call);
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

// The receiver of a method is the first.
std::vector<Form> Forms::of_arguments(Node call) {
    const syntax::Call view{call};
    std::vector<Form> arguments;
    if (view.function().is(Kind::attribute)) {
        const Form receiver = of(view.function().child(Field::object));
        if (receiver.is_tensor()) arguments.push_back(receiver);
    }
    for (const Node argument : view.arguments().children()) {
        const auto keyword = syntax::as<syntax::Keyword>(argument);
        if (keyword && keyword->name().text() == "device") continue;
        if (!argument.is(Kind::none)) arguments.push_back(of(keyword ? keyword->value() : argument));
    }
    return arguments;
}

// What the tensors, and with them the numbers, are promoted to. A mask in front only chooses among the others.
Form Forms::promoted(const torch::Row& row, const std::vector<Form>& arguments) {
    const auto first = std::ranges::find_if(arguments, &Form::is_tensor);
    Form all = *first;
    for (auto each = arguments.begin(); each != arguments.end(); ++each) {
        if (each == first || each->kind == Form::Kind::unknown) continue;
        const bool is_chosen =
            row.shape == torch::Shape::broadcast && all.is_bool() && each == first + 1 && each->is_tensor();
        all = combined(all, *each, Op::none);
        if (is_chosen) copy_dtype(all, *each);
    }
    if (row.role == torch::Role::chooses && arguments.size() == 3 && first->is_bool() && first == arguments.begin()) {
        const Form chosen = combined(arguments[1], arguments[2], Op::none);
        if (chosen.is_tensor()) copy_dtype(all, chosen);
    }
    return all;
}

Form Forms::of_row(const torch::Row& row, const std::vector<Form>& arguments, Node call) {
    Form result = opaque(call);
    const bool given = is_given(call, row);
    const torch::Row said = given ? as_given(row) : row;
    if (said.shape == torch::Shape::rank0 || (said.shape == torch::Shape::reduce && !given) ||
        operations::makes_scalar(facts_, call))
        result.shape = {};
    if (said.dtype == torch::Dtype::boolean) result.dtype = "bool";
    if (const Node sized = operations::shape_of_new(facts_, call))
        if (const Form like = of(sized); like.is_tensor()) result.shape = like.shape;
    if (std::ranges::any_of(arguments, &Form::is_tensor))
        take_tensors(said, given, arguments, call, result);
    else if (said.shape == torch::Shape::sized || said.shape == torch::Shape::content ||
             said.dtype == torch::Dtype::same_dtype)
        take_default(call, result);
    take_dtype(call, result);
    return result;
}

// What the tensors among the arguments make of the result.
void Forms::take_tensors(const torch::Row& row, bool given, const std::vector<Form>& arguments, Node call,
                         Form& result) {
    const Form& first = *std::ranges::find_if(arguments, &Form::is_tensor);
    if (const auto reduction = given ? operations::reduction_of(facts_, call) : std::nullopt)
        result.shape = along(*reduction, first);
    const Form all = promoted(row, arguments);
    const bool same = row.shape == torch::Shape::same, broadcast = row.shape == torch::Shape::broadcast;
    if (same || row.shape == torch::Shape::same_size) result.shape = first.shape;
    if (broadcast) result.shape = all.shape;
    // The largest element of none raises; its mean and its median are NaN.
    if (row.shape == torch::Shape::reduce && !given && row.dtype == torch::Dtype::same_dtype && row.traits.pointwise &&
        is_executed())
        filled_.insert(first.shape);
    if (row.dtype == torch::Dtype::unknown && (same || broadcast)) copy_dtype(result, broadcast ? all : first);
    give_dtype(result, row.dtype, first);
    take_loss(call, result);
}

}  // namespace transforms::metadata
