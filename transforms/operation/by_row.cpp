#include "transforms/operation/by_row.h"

#include "analysis/operations/cast.h"
#include "analysis/operations/constant_tensor.h"
#include "analysis/syntax/python.h"
#include "transforms/metadata/inference.h"

#include <algorithm>
#include <vector>

namespace transforms::operation {

using metadata::Forms;
using operations::Form;
using syntax::Field;
using syntax::Kind;
using syntax::Node;
using torch::Dtype;
using torch::Shape;

namespace {

using Arguments = std::vector<Form>;

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

// Dimensions are left although no `dim` says which: `x.amax(keepdim=True)`, `F.mse_loss(x, w, reduce=False)`, several
// quantiles.
bool keeps_dimensions(const function::Facts& facts, Node call, const torch::Row& row) {
    constexpr int tensors_of_loss = 2;
    const bool of_loss = row.given == "reduction", method = row.name.starts_with(torch::tensor_class);
    int position = 0;
    for (const Node argument : syntax::Call{call}.arguments().children()) {
        if (argument.is(Kind::list_splat) || argument.is(Kind::dictionary_splat)) return true;
        const auto keyword = syntax::as<syntax::Keyword>(argument);
        const std::string_view name = keyword ? keyword->name().text() : "";
        const bool is_plain =
            argument.is(Kind::none) || function::is_number(facts.value(keyword ? keyword->value() : argument));
        if (name == "keepdim" || name == "reduce" || name == "other" || (name == "q" && !is_plain)) return true;
        if (!keyword && of_loss && position >= tensors_of_loss && position + 1 == row.given_position)  // `reduce`
            return !argument.is(Kind::none);
        if (!keyword && !of_loss && !is_plain && position < row.given_position && (method || position > 0)) return true;
        if (!keyword) ++position;
    }
    return false;
}

// The row as the argument that it names changes it. Without a dtype and a shape, that leaves the dtype as it is
// without.
torch::Row as_given(const torch::Row& row) {
    torch::Row changed = row;
    if (row.given_shape != Shape::unknown || row.shape != Shape::reduce) changed.shape = row.given_shape;
    if (row.given_shape != Shape::unknown || row.given_dtype != Dtype::unknown) changed.dtype = row.given_dtype;
    return changed;
}

// The receiver of a method is the first.
Arguments arguments_of(Forms& forms, Node call) {
    const syntax::Call view{call};
    Arguments arguments;
    if (view.function().is(Kind::attribute)) {
        const Form receiver = forms.of(view.function().child(Field::object));
        if (receiver.is_tensor()) arguments.push_back(receiver);
    }
    for (const Node argument : view.arguments().children()) {
        const auto keyword = syntax::as<syntax::Keyword>(argument);
        if (keyword && keyword->name().text() == "device") continue;
        if (!argument.is(Kind::none)) arguments.push_back(forms.of(keyword ? keyword->value() : argument));
    }
    return arguments;
}

// What the tensors, and with them the numbers, are promoted to. A mask in front only chooses among the others.
Form promoted(Forms& forms, const torch::Row& row, const Arguments& arguments) {
    const auto first = std::ranges::find_if(arguments, &Form::is_tensor);
    Form all = *first;
    for (auto each = arguments.begin(); each != arguments.end(); ++each) {
        if (each == first || each->kind == Form::Kind::unknown) continue;
        const bool is_chosen = row.shape == Shape::broadcast && all.is_bool() && each == first + 1 && each->is_tensor();
        all = forms.combined(all, *each, syntax::Op::none);
        if (is_chosen) operations::copy_dtype(all, *each);
    }
    if (row.role == torch::Role::chooses && arguments.size() == 3 && first->is_bool() && first == arguments.begin()) {
        const Form chosen = forms.combined(arguments[1], arguments[2], syntax::Op::none);
        if (chosen.is_tensor()) operations::copy_dtype(all, chosen);
    }
    return all;
}

// The dtype that a word of a row gives to what is made of a tensor.
void give_dtype(Form& result, Dtype word, const Form& of) {
    switch (word) {
        case Dtype::same_dtype:
        case Dtype::promoted:
        case Dtype::real: return operations::copy_dtype(result, of);
        case Dtype::floated: return operations::copy_dtype(result, operations::floated(of));
        case Dtype::summed:
            operations::copy_dtype(result, of);
            if (!of.floating) result.dtype = "s(" + of.dtype + ")";
            return;
        case Dtype::floating: result.floating = true; return;
        default: return;
    }
}

// What the tensors among the arguments make of the result.
void take_tensors(Forms& forms, const torch::Row& row, bool given, const Arguments& arguments, Form& result) {
    const Form& first = *std::ranges::find_if(arguments, &Form::is_tensor);
    const Form all = promoted(forms, row, arguments);
    const bool same = row.shape == Shape::same, broadcast = row.shape == Shape::broadcast;
    const bool keeps = same || row.shape == Shape::same_size;
    if (keeps && arguments.front().is_tensor()) result.shape = first.shape;  // not torch.isin(2, x)
    if (broadcast) result.shape = all.shape;
    // The largest element of none raises; its mean and its median are NaN.
    if (row.shape == Shape::reduce && !given && row.dtype == Dtype::same_dtype && row.traits.pointwise &&
        forms.is_executed())
        forms.is_filled(first);
    if (row.dtype == Dtype::unknown && (same || broadcast)) operations::copy_dtype(result, broadcast ? all : first);
    const bool of_all = row.dtype == Dtype::promoted || (broadcast && row.dtype == Dtype::floated);
    give_dtype(result, row.dtype, of_all ? all : first);
}

// `torch.ones(())`, `torch.tensor(2)`
void take_default(Dtype dtype, Form& form) {
    if (dtype == Dtype::floating) form.dtype = "default", form.floating = true;
    if (dtype == Dtype::integer) form.dtype = "int64";
    if (dtype == Dtype::boolean) form.dtype = "bool";
}

// `y.sum(dtype=torch.float64)`: a dtype that is asked for.
void take_dtype(Forms& forms, Node call, Form& form) {
    for (const Node argument : syntax::Call{call}.arguments().children()) {
        const auto keyword = syntax::as<syntax::Keyword>(argument);
        const Node given = keyword ? keyword->value() : argument;
        const torch::Row* dtype = operations::dtype_named(forms.facts(), given);
        const bool is_asked = dtype || (keyword && keyword->name().text() == "dtype");
        if (!is_asked || given.is(Kind::none)) continue;
        const Node asked = dtype ? Node{} : operations::asked_for_dtype(forms.facts(), given);
        const Form like = asked ? forms.of(asked) : Form{};
        form.dtype = dtype              ? operations::dtype_term(*dtype)
                     : like.is_tensor() ? like.dtype
                                        : "@" + std::to_string(call.index());
        form.floating = dtype ? operations::is_floating(*dtype) : like.floating;
    }
}

}  // namespace

Form infer_by_row(Forms& forms, Node call, const torch::Row& row) {
    Form result = forms.opaque(call);
    const bool given = is_given(call, row);
    const torch::Row said = given ? as_given(row) : row;
    const bool reduces = said.shape == Shape::reduce && !given && !keeps_dimensions(forms.facts(), call, row);
    if (said.shape == Shape::rank0 || reduces || operations::makes_scalar(forms.facts(), call)) result.shape = {};
    if (said.dtype == Dtype::boolean) result.dtype = "bool";
    const Arguments arguments = arguments_of(forms, call);
    if (std::ranges::any_of(arguments, &Form::is_tensor))
        take_tensors(forms, said, given, arguments, result);
    else if (said.shape == Shape::sized || said.shape == Shape::content || said.dtype == Dtype::same_dtype)
        take_default(forms.facts().value(call).dtype, result);
    take_dtype(forms, call, result);
    return result;
}

bool is_total(const torch::Row& row) { return row.traits.total || row.role == torch::Role::norm; }

Gradient Call::gradient() const {
    if (row().traits.cuts) return Gradient::none;
    return row().traits.transparent ? Gradient::stays_zero : Gradient::may_spoil;
}

}  // namespace transforms::operation
