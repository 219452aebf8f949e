// Calls of operations, of modules and of functions of the file. Part of row_wise.h.
#include "analysis/effects/computation.h"
#include "analysis/effects/escape.h"
#include "analysis/effects/row_reader.h"
#include "analysis/function/argument.h"
#include "analysis/function/literals.h"
#include "analysis/operations/cast.h"
#include "analysis/operations/dimwise.h"
#include "analysis/operations/loss.h"
#include "analysis/operations/reduction.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"

#include <algorithm>

namespace effects {

using function::Facts;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

constexpr int deepest = 3;  // calls of functions of the file

// The dimension that a call is told: `dim=-1`, and of `x.chunk(2, -1)`, which gives several tensors, the last number.
std::optional<int> told_dimension(const Facts& facts, Node call, const torch::Row& row) {
    int position = 0;
    for (const Node given : syntax::Call{call}.arguments().children()) {
        const auto keyword = syntax::as<syntax::Keyword>(given);
        const std::vector<int> dims = operations::dims_of(facts, keyword ? keyword->value() : given);
        const bool is_last = !keyword && !given.next_sibling() && row.gives == torch::Gives::tensors;
        const bool is_it = operations::is_dimension(row, given, position) || (is_last && !dims.empty() && dims[0] < 0);
        if (is_it) return dims.size() == 1 ? std::optional(dims.front()) : std::nullopt;
        ++position;
    }
    return std::nullopt;
}

}  // namespace

// `x[m].norm(dim=-1)`, `torch.cat([x[m], y[m]], dim=1)`, `x[m].unsqueeze(-1)`: the dimension is one of each row.
RowSort RowReader::sort_of_dims(Node call, const torch::Row& row, const RowSort& all) {
    const bool gives_several = row.gives == torch::Gives::tensors || facts_.value(call).is(values::Kind::sequence);
    const auto made = [&](std::optional<int> more) {
        return RowSort{
            .of = gives_several ? RowSort::Of::several : RowSort::Of::rows, .selection = all.selection, .more = more};
    };
    if (const auto along = operations::along_of(facts_, call)) {
        const bool fits = lie_in_row(along->dims.empty() ? std::vector{-1} : along->dims, all, along->of);
        return fits ? made(all.more) : RowSort{};
    }
    if (const auto reduction = operations::reduction_of(facts_, call))
        return lie_in_row(reduction->dims, all, reduction->of) ? made(moved(all, reduction->kept ? 0 : -1)) : RowSort{};
    const auto dim = told_dimension(facts_, call, row);
    if (!dim || !row.traits.total || !row.rule.empty()) return {};
    if (row.role == torch::Role::unsqueezes) {
        if (*dim != -1 && *dim != 1) return {};
        needs_.counts_from_front |= *dim > 0;
        needs_.has_parts = true;
        return made(moved(all, 1));
    }
    return lie_in_row({*dim}, all, call) ? made(std::nullopt) : RowSort{};
}

// Of two tensors or more.
bool RowReader::is_of_rows(const std::vector<Node>& operands) {
    return operands.size() > 1 &&
           std::ranges::all_of(operands, [&](Node each) { return sort_of(each).of == RowSort::Of::rows; });
}

RowSort RowReader::sort_of_operation(Node call, const torch::Row& row) {
    if (const auto cast = casts(row) ? operations::cast_of(facts_, call) : std::nullopt)
        if (const RowSort sort = sort_of(cast->of); sort.of == RowSort::Of::rows) return cast->moves ? RowSort{} : sort;
    const std::vector<Node> operands = function::operands_of(facts_, call);
    const RowSort all = sort_of_all(operands);
    if (!all.has_rows()) return all.of == RowSort::Of::same ? sort_of_other(call) : RowSort{};
    if (const auto loss = operations::loss_of(facts_, call)) return loss->whole ? all : RowSort{};
    if (function::writes_argument(facts_, call)) return {};
    if (row.traits.cuts && row.shape == torch::Shape::same && operands.size() == 1) return all;  // detach()
    if (!row.traits.pure && !row.traits.view) return {};
    const bool reduces = row.shape == torch::Shape::reduce && !is_of_rows(operands);  // not torch.min(a, b)
    if (row.traits.pointwise && row.traits.total && !reduces) return all;
    return row.traits.rowwise && row.traits.total ? sort_of_row_wise(operands) : sort_of_dims(call, row, all);
}

// `F.linear(x[m], self.weight)`
RowSort RowReader::sort_of_row_wise(const std::vector<Node>& operands) {
    const RowSort first = sort_of(operands.front());
    const bool is_first_alone = std::ranges::all_of(operands.begin() + 1, operands.end(),
                                                    [&](Node each) { return sort_of(each).of == RowSort::Of::same; });
    return is_first_alone ? parts_of(first, operands.front()) : RowSort{};
}

// `self.proj(x[m])`, and of `nn.Sequential(...)` one layer behind the other.
RowSort RowReader::sort_of_layers(Node call, const std::vector<const torch::Row*>& layers) {
    const auto is_row_wise = [](const torch::Row* row) {
        return row && row->traits.pure && row->traits.total && (row->traits.pointwise || row->traits.rowwise);
    };
    const Node argument = syntax::Call{call}.only_argument();
    const RowSort sort = argument ? sort_of(argument) : RowSort{};
    if (sort.of != RowSort::Of::rows || !std::ranges::all_of(layers, is_row_wise)) return {};
    const bool is_pointwise = std::ranges::all_of(layers, [](auto* row) { return row->traits.pointwise; });
    return is_pointwise ? sort : parts_of(sort, argument);
}

// `nn.Sequential(...)`
RowSort RowReader::sort_of_modules(Node call, const values::Sequence& modules) {
    if (modules.form != values::Sequence::Form::modules || !modules.exact || modules.items.empty()) return {};
    std::vector<const torch::Row*> layers;
    for (const values::Value& each : modules.items) layers.push_back(facts_.row_of_module(each));
    return sort_of_layers(call, layers);
}

RowSort RowReader::sort_of_call(Node call) {
    if (const values::Value callee = facts_.value(call.child(Field::function)); callee.is(values::Kind::sequence))
        return sort_of_modules(call, callee.sequence());
    if (const torch::Row* module = facts_.row_of_module(call)) return sort_of_layers(call, {module});
    if (const torch::Row* row = facts_.row_of(call)) return sort_of_operation(call, *row);
    return sort_of_followed(call);
}

// A function of the file, or several: one after the other, with nothing to decide.
RowSort RowReader::sort_of_followed(Node call) {
    const auto& followed = facts_.program().calls().at(call);
    if (depth_ == deepest || followed.size() != 1 || !computation_of(facts_, call)) return {};
    return sort_of_one(call, *followed.front());
}

RowSort RowReader::sort_of_one(Node call, const values::Activation& followed) {
    const Node function = followed.scope ? followed.scope->owner : Node{};
    if (!function.is(Kind::function_definition)) return {};
    const Node body = syntax::Function{function}.body(), last = syntax::last_statement(body);
    const auto is_plain = [](Node statement) {
        const Node first = statement.first_child();
        return statement.is(Kind::expression_statement) && (first.is(Kind::assignment) || first.is(Kind::string));
    };
    for (const Node each : body.children())
        if (each != last && !is_plain(each)) return {};
    if (!last.is(Kind::return_statement) || !last.first_child()) return {};
    needs_.has_parts = true;
    const Facts& inside = facts_.all().of(function);
    RowReader reader(inside, nullptr, needs_, depth_ + 1);
    for (const Node argument : syntax::Call{call}.arguments().children()) {
        const Node given = syntax::value_of_argument(argument);
        const Node parameter = function::parameter_of(facts_, function, call, argument);
        const names::Binding* variable = parameter ? inside.variable(parameter) : nullptr;
        const RowSort sort = sort_of(given);
        if (!variable || sort.of == RowSort::Of::other) return {};
        reader.bind(*variable, sort);
    }
    return reader.sort_of(last.first_child());
}

}  // namespace effects
