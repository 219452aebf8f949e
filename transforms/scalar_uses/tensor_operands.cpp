// Where a number meets tensors: which variables give these their dtype and dimensions, and where they are known.
#include "analysis/effects/provenance.h"
#include "analysis/operations/dimwise.h"
#include "analysis/operations/reduction.h"
#include "analysis/operations/shape_query.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/edit/emitted_names.h"
#include "transforms/edit/quote.h"
#include "transforms/scalar_uses/scalar_uses.h"

#include <algorithm>
#include <array>

namespace transforms::scalar_uses {

using metadata::Forms;
using syntax::Field;
using syntax::Kind;
using syntax::Node;
using syntax::Op;

namespace {

constexpr int max_steps = 8;  // from a tensor to what it was made of

// Of floats it makes floats of the same dtype.
bool keeps_floats(const torch::Row& row) {
    switch (row.dtype) {
        case torch::Dtype::unknown:
        case torch::Dtype::same_dtype:
        case torch::Dtype::real:
        case torch::Dtype::floated: return row.shape != torch::Shape::unknown;
        default: return false;
    }
}

// It is asked for a dimension, or handed to what takes tensors that have some: `x.shape[0]`, `x[:, 0]`, `x.flip(0)`,
// `x @ w`, `self.proj(x)`.
bool shows_dimensions(const function::Facts& facts, Node use) {
    const Node parent = use.parent();
    if (parent.is(Kind::subscript))
        return use.field() == Field::value && !syntax::Subscript{parent}.indices().front().is(Kind::string);
    if (parent.is(Kind::binary_operator)) return operator_of(parent) == Op::matmul;
    if (parent.is(Kind::argument_list) && parent.parent().is(Kind::call))
        return facts.row_of_module(parent.parent()) ||
               facts.value(parent.parent().child(Field::function)).is(values::Kind::sequence);
    if (!parent.is(Kind::attribute)) return false;
    const Node around = parent.parent();
    if (!around.is(Kind::call)) return around.is(Kind::subscript) && operations::asked_for_shape(facts, parent) == use;
    const auto along = operations::along_of(facts, around);
    return operations::size_of(facts, around) || operations::reduction_of(facts, around) ||
           (along && !along->dims.empty());
}

// What the new tensors in the expression are told: `x.device` of `device=x.device`.
Node device_told(const function::Facts& facts, Node tensor) {
    for (const Node node : subtree(tensor)) {
        const auto keyword = syntax::as<syntax::Keyword>(node);
        if (keyword && operations::asked_for_device(facts, keyword->value())) return keyword->value();
    }
    return {};
}

}  // namespace

// The variable that gives a tensor its dtype and dimensions: `x` of `x.exp() * 2`.
Node NumberUses::leading_part(Forms& forms, Node tensor) const {
    const operations::Form whole = forms.of(tensor);
    for (const Node part : subtree(tensor)) {
        if (!part.is(Kind::identifier) || !facts_.variable(part) || !forms.place(part)) continue;
        const operations::Form form = forms.of(part);
        const bool fits = !form.shape.empty() && std::ranges::includes(whole.shape, form.shape);
        if (form.is_tensor() && is_made_of(whole.dtype, form.dtype) && (fits || is_whole(numbers_))) return part;
    }
    return {};
}

// The tensors that a pointwise call computes with: `x - y` of `(x - y).abs()`.
std::vector<Node> NumberUses::computed_with(Node call) const {
    const torch::Row* row = call.is(Kind::call) ? facts_.row_of(call) : nullptr;
    if (!row || !row->traits.pointwise || !keeps_floats(*row)) return {};
    std::vector<Node> all;
    if (row->name.starts_with(torch::tensor_class)) all.push_back(call.child(Field::function).child(Field::object));
    for (const Node argument : syntax::Call{call}.arguments().children()) {
        const auto keyword = syntax::as<syntax::Keyword>(argument);
        const Node given = keyword ? keyword->value() : argument;
        if (!forms_.of(given).is_number() && !function::is_mask(facts_, given)) all.push_back(given);
    }
    return all;
}

// Both of `near - far`, as either may have the wider dtype.
std::vector<Node> NumberUses::leading_parts(Forms& forms, Node tensor) const {
    const Node node = syntax::unparenthesized(tensor);
    if (const Node part = leading_part(forms, node)) return {part};
    std::vector<Node> operands = computed_with(node), all;
    const Op op = node.is(Kind::binary_operator) ? operator_of(node) : Op::none;
    if (op == Op::add || op == Op::sub || op == Op::mul || op == Op::div)
        operands = {node.child(Field::left), node.child(Field::right)};
    for (const Node each : operands) {
        if (forms.of(each).is_number()) continue;
        const std::vector<Node> parts = leading_parts(forms, each);
        if (parts.empty()) return {};
        all.insert(all.end(), parts.begin(), parts.end());
    }
    return all;
}

std::vector<Node> NumberUses::known_parts(Forms& forms, Node part, int steps) const {
    if (is_known_there(part)) return {part};
    const auto made = facts_.definition(*facts_.variable(part), syntax::statement_of(part));
    if (!made || steps == max_steps) return {};
    std::vector<Node> all;
    for (const Node each : leading_parts(forms, made->value)) {
        const std::vector<Node> known = known_parts(forms, each, steps + 1);
        if (known.empty()) return {};
        all.insert(all.end(), known.begin(), known.end());
    }
    return all;
}

void NumberUses::meets_single() {
    meets_number_ = true;
    if (widened_) widen();
}

bool NumberUses::is_late(Forms& forms, Node other) const {
    for (const Node name : subtree(other))
        if (facts_.variable(name) && facts_.value(name).is(values::Kind::unknown) && !is_known_there(name)) return true;
    const std::vector<Node> parts = leading_parts(forms, other);
    return parts.empty() || !std::ranges::all_of(parts, [&](Node each) { return !known_parts(forms, each).empty(); });
}

// `torch.arange(x.shape[0])`, int64 for certain: only where it lives is open, and is asked for by what it was told.
std::string NumberUses::device_of_new(Node tensor) {
    const operations::Form form = forms_.of(tensor);
    if (!is_whole(numbers_) || form.dtype != "int64") return {};
    const effects::Roots roots = effects::roots_of(facts_, tensor, syntax::statement_of(tensor));
    const auto torch = edit::torch_name(facts_.program().names(), facts_.function());
    if (!roots.known || !torch) return {};
    const Node told = device_told(facts_, tensor);
    if (!told) return roots.all.empty() ? std::string(*torch) + ".empty(0).device" : "";
    const Node object = operations::asked_for_device(facts_, told);
    return facts_.variable(object) && is_known_there(object) ? std::string(told.text()) : "";
}

// A product has the dimensions of its factors, `self.weights * x` at least those of the weights.
bool NumberUses::has_dimensions(Node tensor, Sight sight, int steps) const {
    const Node node = syntax::unparenthesized(tensor);
    if (const values::Value value = facts_.value(node); value.rank >= 0) return value.rank > 0;
    if (steps == max_steps) return false;
    if (const auto along = operations::along_of(facts_, node); along && !along->dims.empty()) return true;
    std::vector<Node> operands = computed_with(node);
    if (node.is(Kind::binary_operator)) operands = {node.child(Field::left), node.child(Field::right)};
    const names::Binding* variable = facts_.variable(node);
    const auto shows = [&](Node use) { return shows_dimensions(facts_, use); };
    if (sight == Sight::likely && variable && std::ranges::any_of(facts_.uses_of(*variable), shows)) return true;
    if (const auto made = variable ? facts_.definition(*variable, syntax::statement_of(node)) : std::nullopt)
        if (made->statement) operands = {made->value};
    return std::ranges::any_of(operands, [&](Node each) { return has_dimensions(each, sight, steps + 1); });
}

// With a tensor it gives what the number does, up to how that is rounded; with a number, it is handed on. Whole
// numbers, and what has no dimensions, would get the dtype of the tensor that stands for the number: where that is
// known, or nothing is, a person decides.
void NumberUses::meets_roughly(Node operation, Node other) {
    const values::Value value = facts_.value(other);
    proof::Proof kinds;
    Forms scratch(facts_, statement_, kinds);  // what is guessed is not assumed
    const operations::Form form = scratch.of(other);
    const bool sums_up = syntax::statement_of(operation).first_child().is(Kind::augmented_assignment);
    widen();
    if (!value.is_tensor() && (sums_up || !form.is_tensor()))
        return value.is(values::Kind::unknown) ? check(operation) : differs(operation);
    const bool has_floats = form.floating || value.dtype == torch::Dtype::floating;
    const bool is_akin = is_made_of(dtype_, form.dtype) || is_made_of(form.dtype, dtype_);
    const bool is_single = value.rank == 0 || (form.is_tensor() && form.shape.empty());
    if (is_whole(numbers_) && is_single && !is_akin && !has_floats && operator_of(operation) != Op::div)
        return proof_.assume(edit::quoted(other) + " has floating-point numbers or the dtype `torch.int64`",
                             edit::quoted(operation) + " may get another dtype");
    if (is_whole(numbers_) || is_akin || (has_floats && has_dimensions(other, Sight::certain))) return;
    const std::string reason = edit::quoted(operation) + " may get another dtype";
    if (is_single && has_floats && is_single_precision(dtype_))
        return proof_.assume(edit::quoted(other) + " has single or double precision", reason);
    const bool is_whole_itself = value.dtype == torch::Dtype::integer || value.dtype == torch::Dtype::boolean;
    // Whatever has dimensions gives single precision with such a number, too.
    const bool is_likely = is_single_precision(dtype_) && has_dimensions(other, Sight::likely);
    const bool is_known = has_floats || has_dimensions(other, Sight::certain);
    doubtful_ = doubtful_ || is_single || is_whole_itself || (!is_known && !is_single_precision(dtype_));
    guesses_ = guesses_ || (!is_known && !is_likely);
    proof_.assume(edit::quoted(other) + " has floating-point numbers and dimensions", reason);
}

// What the tensor was made of is asked where it was not there yet: `y = x * 2` behind the number that y is divided by.
void NumberUses::meets(Node operation, Node other) {
    const Node statement = syntax::statement_of(operation);
    for (const Node node : subtree(statement))
        if (node.is(Kind::named_expression)) return differs(operation);
    if (may_round_) return meets_roughly(operation, other);
    if (std::string device = device_of_new(other); !device.empty()) return devices_.push_back(std::move(device));
    proof::Proof kinds;
    Forms scratch(facts_, statement_, kinds);  // what is guessed in vain is not tested
    if ((held_ && is_late(scratch, other)) || is_late(forms_, other)) return meets_late(operation, other);
    if (forms_.of(other).shape.empty()) meets_single();
    for (const Node each : leading_parts(forms_, other))
        for (const Node part : known_parts(forms_, each))
            if (std::ranges::find(partners_, part.text(), &Node::text) == partners_.end()) partners_.push_back(part);
}

// `z = x.half()`: the test would be in vain.
bool NumberUses::is_narrow(Node part) const {
    const auto made = facts_.definition(*facts_.variable(part), syntax::statement_of(part));
    const torch::Row* row = made && made->value.is(Kind::call) ? facts_.row_of(made->value) : nullptr;
    return row && (row->name.ends_with(".half") || row->name.ends_with(".bfloat16"));
}

// Nothing may have to be guessed there.
void NumberUses::meets_late(Node operation, Node other) {
    const Node statement = syntax::statement_of(operation);
    proof::Proof kinds;
    Forms there(facts_, statement, kinds);
    const std::vector<Node> parts = leading_parts(there, other);
    if (parts.empty()) return differs(operation);
    const auto is_there = [&](Node each) {
        return facts_.must_defined().before(statement, facts_.variable(each)->text) && facts_.value(each).is_tensor() &&
               !is_narrow(each);
    };
    const bool plain = statement.is(Kind::expression_statement) || statement.is(Kind::return_statement);
    if (kinds.has_guards() || kinds.refused()) return differs(operation);
    const auto missing = std::ranges::find_if_not(parts, is_there);
    if (!held_ || !plain || missing != parts.end())
        return proof_.refuse(edit::quoted(missing == parts.end() ? parts.front() : *missing) +
                             " is not known yet where the number is read");
    if (there.of(other).shape.empty()) meets_single();
    late_.push_back({.statement = statement, .variable = held_, .partners = parts});
}

namespace {

// `loss.double()`, `torch.float16`: somewhere in the file floats are of another dtype than Python's become.
bool has_other_floats(const syntax::Tree& tree) {
    constexpr std::array<std::string_view, 6> others{"double", "float64", "half", "float16", "bfloat16", "autocast"};
    return names_any(tree, others);
}

}  // namespace

// `torch.tensor([loss.item() for loss in losses])`, which is `torch.stack([loss.detach() for loss in losses])`.
bool NumberUses::check_stacked(Node node) {
    const Node list = node.parent(), arguments = list.parent();
    const bool is_only = list.first_child() == node && arguments.is(Kind::argument_list) &&
                         arguments.first_child() == list && !list.next_sibling();
    const torch::Row* row = is_only ? facts_.row_of(arguments.parent()) : nullptr;
    const bool makes = row && row->gives == torch::Gives::tensor && row->shape == torch::Shape::content;
    if (!makes || !may_round_ || limited_ || has_other_floats(*node.tree())) return false;
    const std::string made = edit::quoted(arguments.parent());
    proof_.assume(made + " may be of the device and dtype of what is in it", made + " is a tensor of the CPU");
    respell({.node = arguments.parent(), .variable = held_, .function = "stack"});
    return true;
}

}  // namespace transforms::scalar_uses
