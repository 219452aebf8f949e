#include "analysis/effects/row_wise.h"

#include "analysis/effects/computation.h"
#include "analysis/effects/escape.h"
#include "analysis/function/argument.h"
#include "analysis/function/literals.h"
#include "analysis/operations/cast.h"
#include "analysis/operations/dimwise.h"
#include "analysis/operations/loss.h"
#include "analysis/operations/reduction.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

namespace effects {

using function::Facts;
using syntax::Field;
using syntax::Kind;
using syntax::Node;
using syntax::Op;

namespace {

constexpr int deepest = 3;  // calls of functions of the file

// What an expression is to the rows that are selected.
struct Sort {
    enum class Of : std::uint8_t { other, same, rows, several };  // several: a tuple, each with a row
    Of of = Of::other;
    Node selection{};            // that has them
    std::optional<int> more{0};  // dimensions of a row than the selection has; not known

    [[nodiscard]] bool has_rows() const { return of == Of::rows || of == Of::several; }
};

Sort same() { return {.of = Sort::Of::same}; }
Sort rows(Sort sort, std::optional<int> more) {
    return {.of = Sort::Of::rows, .selection = sort.selection, .more = more};
}

std::optional<int> moved(const Sort& sort, int by) { return sort.more ? std::optional(*sort.more + by) : std::nullopt; }

// One function, and those that it calls.
class Reader {
  public:
    Reader(const Facts& facts, const RowWise::Selects* selects, RowNeeds& needs, int depth)
        : facts_(facts), selects_(selects), needs_(needs), depth_(depth) {}

    void bind(const names::Binding& parameter, const Sort& sort) { parameters_[&parameter] = sort; }
    [[nodiscard]] Sort sort_of(Node expression);

  private:
    [[nodiscard]] Sort find_sort(Node node);
    [[nodiscard]] Sort sort_of_name(Node name);
    [[nodiscard]] Sort sort_of_attribute(Node attribute);
    [[nodiscard]] Sort sort_of_subscript(syntax::Subscript subscript);
    [[nodiscard]] Sort sort_of_operator(Node operation);
    [[nodiscard]] Sort sort_of_call(Node call);
    [[nodiscard]] Sort sort_of_operation(Node call, const torch::Row& row);
    [[nodiscard]] Sort sort_of_module(Node call, const torch::Row& row);
    [[nodiscard]] Sort sort_of_modules(Node call, const values::Sequence& modules);
    [[nodiscard]] Sort sort_of_followed(Node call);
    [[nodiscard]] Sort sort_of_one(Node call, const values::Activation& followed);
    [[nodiscard]] Sort sort_of_dims(Node call, const torch::Row& row, const Sort& all);
    [[nodiscard]] Sort sort_of_all(const std::vector<Node>& operands);
    [[nodiscard]] bool is_of_rows(const std::vector<Node>& operands);
    [[nodiscard]] Sort sort_of_other(Node node);
    [[nodiscard]] std::vector<Node> operands_of(Node call, const torch::Row& row) const;
    [[nodiscard]] bool lie_in_row(const std::vector<int>& dims, const Sort& sort, Node tensor);
    [[nodiscard]] bool has_own_dimension(const Sort& sort, Node tensor);

    const Facts& facts_;
    const RowWise::Selects* selects_;  // null in a function that is called
    RowNeeds& needs_;
    int depth_;
    std::map<const names::Binding*, Sort> parameters_;
    std::map<Node, Sort, decltype([](Node a, Node b) { return a.index() < b.index(); })> sorts_;
};

Sort Reader::sort_of(Node expression) {
    const auto [known, is_new] = sorts_.try_emplace(expression, Sort{});
    if (!is_new) return known->second;
    const Sort sort = find_sort(expression);
    return sorts_[expression] = sort;
}

Sort Reader::find_sort(Node node) {
    if (selects_ && (*selects_)(node)) return {.of = Sort::Of::rows, .selection = node};
    switch (node.kind()) {
        case Kind::parenthesized_expression: return sort_of(node.first_child());
        case Kind::unary_operator:
        case Kind::comparison_operator:
        case Kind::binary_operator: return sort_of_operator(node);
        case Kind::identifier: return sort_of_name(node);
        case Kind::attribute: return sort_of_attribute(node);
        case Kind::subscript: return sort_of_subscript(syntax::Subscript{node});
        case Kind::call: return sort_of_call(node);
        case Kind::expression_list:
        case Kind::list:
        case Kind::tuple: {
            Sort all = sort_of_all(syntax::elements_of(node));
            if (all.of == Sort::Of::rows) all.of = Sort::Of::several;
            return all;
        }
        default: return sort_of_other(node);
    }
}

// A number, or a tensor that each row meets.
Sort Reader::sort_of_other(Node node) {
    const values::Value value = facts_.value(node);
    if (function::is_number(value) || value.is(values::Kind::constant) || value.is(values::Kind::none)) return same();
    if (value.is(values::Kind::api)) return same();
    if (!value.is_tensor()) return {};
    if (value.rank == 0) return same();
    if (value.origin != values::Origin::parameter && value.origin != values::Origin::buffer) return {};
    if (value.rank != 1) needs_.shared.push_back(node);
    return same();
}

Sort Reader::sort_of_name(Node name) {
    const names::Binding* variable = facts_.variable(name);
    if (!variable || variable->captured) return sort_of_other(name);
    const auto made = facts_.definition(*variable, syntax::statement_of(name));
    if (!made) return {};
    if (!made->statement) {
        const auto given = parameters_.find(variable);
        return given == parameters_.end() ? sort_of_other(name) : given->second;
    }
    // A name of what is made of the selection holds just these rows.
    if (selects_) return sort_of_other(name);
    const Node target = variable->is_bound_once() ? variable->occurrences.front().node : Node{};
    const auto assignment = syntax::as<syntax::Assignment>(made->value.parent());
    if (assignment && assignment->value() == made->value && assignment->target().is(Kind::identifier)) {
        const Sort sort = sort_of(made->value);
        return sort.has_rows() ? sort : sort_of_other(name);
    }
    // `mean, spread = x[m].chunk(2, dim=-1)`
    const Node parts = target ? target.parent() : Node{};
    const auto taken = syntax::as<syntax::Assignment>(parts ? parts.parent() : Node{});
    if (!taken || taken->target() != parts) return {};
    const Sort sort = sort_of(taken->value());
    return sort.of == Sort::Of::several ? rows(sort, sort.more) : Sort{};
}

// `low.values`; `self.scale`; `x.dtype`, which does not depend on how many rows there are.
Sort Reader::sort_of_attribute(Node attribute) {
    const Node object = attribute.child(Field::object);
    const Sort sort = sort_of(object);
    if (sort.of == Sort::Of::several) return rows(sort, sort.more);
    if (!sort.has_rows()) return sort_of_other(attribute);
    const torch::Row* row = facts_.member_of_tensors(attribute.child(Field::attribute).text());
    return row && row->gives == torch::Gives::constant ? same() : Sort{};
}

// `x[m][:, :2]`, `x[m][..., 0]`, `x[m].shape[-1]`
Sort Reader::sort_of_subscript(syntax::Subscript subscript) {
    const Node object = subscript.object();
    const std::vector<Node> indices = subscript.indices();
    const Sort sort = sort_of(object);
    if (sort.of == Sort::Of::several)
        return indices.size() == 1 && function::number_of(facts_.value(indices.front())) ? rows(sort, sort.more)
                                                                                         : Sort{};
    if (sort.of != Sort::Of::rows) return sort_of_other(subscript.node);
    const bool is_from_back = indices.front().is(Kind::ellipsis);
    const bool is_from_front = indices.front().is(Kind::slice) && !indices.front().first_child();
    if (indices.size() < 2 || (!is_from_back && !is_from_front)) return {};
    int by = 0, taken = 0;
    for (std::size_t i = 1; i < indices.size(); ++i) {
        const Node index = indices[i];
        const bool is_list = index.is(Kind::list) && sort_of_all(syntax::elements_of(index)).of == Sort::Of::same;
        if (index.is(Kind::none)) {
            ++by;
        } else if (index.is(Kind::slice) || is_list) {
            ++taken;
        } else if (function::is_traced_number(facts_.value(index))) {
            --by, ++taken;
        } else {
            return {};
        }
    }
    if (taken > 1 || (taken == 1 && !has_own_dimension(sort, object))) return {};
    needs_.counts_from_front |= is_from_front;
    needs_.has_parts = true;
    return rows(sort, moved(sort, by));
}

Sort Reader::sort_of_operator(Node node) {
    std::vector<Node> operands;
    for (const Node each : node.children()) operands.push_back(each);
    const Sort all = sort_of_all(operands);
    if (all.of != Sort::Of::rows) return all.of == Sort::Of::same ? sort_of_other(node) : Sort{};
    const Op op = node.is(Kind::binary_operator) ? syntax::operator_of(node) : Op::none;
    if (node.is(Kind::comparison_operator)) {
        const Node right = node.first_child().next_sibling();
        return syntax::compares(right.op()) && !right.next_sibling() ? all : Sort{};
    }
    if (op == Op::matmul) {
        const Node left = node.child(Field::left);
        const bool is_row = sort_of(node.child(Field::right)).of == Sort::Of::same && has_own_dimension(all, left);
        needs_.has_parts = true;
        return is_row ? rows(all, std::nullopt) : Sort{};
    }
    const auto by = op == Op::none ? std::nullopt : function::number_of(facts_.value(node.child(Field::right)));
    return (op == Op::floor_div || op == Op::mod) && by.value_or(0) == 0 ? Sort{} : all;
}

// What is done with rows is done with all that stands beside them, row by row.
Sort Reader::sort_of_all(const std::vector<Node>& operands) {
    Sort all = same();
    for (const Node each : operands) {
        const Sort sort = sort_of(each);
        if (sort.of == Sort::Of::other) return sort;
        if (!sort.has_rows()) continue;
        // The one that is known to have dimensions of its own speaks for all.
        const bool is_wider = all.has_rows() && sort.more.value_or(-1) > all.more.value_or(-1);
        if (!all.has_rows() || is_wider || facts_.value(each).rank > 1) all = sort;
    }
    return all;
}

// All that an operation is given, but for the dimension.
std::vector<Node> Reader::operands_of(Node call, const torch::Row& row) const {
    std::vector<Node> operands;
    if (row.name.starts_with(torch::tensor_class))
        operands.push_back(syntax::Call{call}.function().child(Field::object));
    for (const Node given : syntax::Call{call}.arguments().children())
        operands.push_back(given.is(Kind::keyword_argument) ? syntax::Keyword{given}.value() : given);
    return operands;
}

// Each row has a last dimension.
bool Reader::has_own_dimension(const Sort& sort, Node tensor) {
    const int rank = facts_.value(tensor).rank;
    if (rank >= 0) return rank > 1;
    if (!sort.more || *sort.more < 0) return false;
    if (*sort.more == 0) needs_.wide.push_back(sort.selection);
    return true;
}

bool Reader::lie_in_row(const std::vector<int>& dims, const Sort& sort, Node tensor) {
    if (dims.size() != 1 || (dims.front() != -1 && dims.front() < 1)) return false;
    // The second dimension is the last one, too, of which there has to be one.
    if (dims.front() > 1 && facts_.value(tensor).rank <= dims.front()) return false;
    if (!has_own_dimension(sort, tensor)) return false;
    needs_.counts_from_front |= dims.front() > 0;
    needs_.has_parts = true;
    return true;
}

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

// `x[m].norm(dim=-1)`, `torch.cat([x[m], y[m]], dim=1)`, `x[m].unsqueeze(-1)`: the dimension is one of each row.
Sort Reader::sort_of_dims(Node call, const torch::Row& row, const Sort& all) {
    const bool gives_several = row.gives == torch::Gives::tensors || facts_.value(call).is(values::Kind::sequence);
    const auto made = [&](std::optional<int> more) {
        return Sort{.of = gives_several ? Sort::Of::several : Sort::Of::rows, .selection = all.selection, .more = more};
    };
    if (const auto along = operations::along_of(facts_, call)) {
        const bool fits = lie_in_row(along->dims.empty() ? std::vector{-1} : along->dims, all, along->of);
        return fits ? made(all.more) : Sort{};
    }
    if (const auto reduction = operations::reduction_of(facts_, call))
        return lie_in_row(reduction->dims, all, reduction->of) ? made(moved(all, reduction->kept ? 0 : -1)) : Sort{};
    const auto dim = told_dimension(facts_, call, row);
    if (!dim || !row.traits.total || !row.rule.empty()) return {};
    if (row.role == torch::Role::unsqueezes) {
        if (*dim != -1 && *dim != 1) return {};
        needs_.counts_from_front |= *dim > 0;
        needs_.has_parts = true;
        return made(moved(all, 1));
    }
    return lie_in_row({*dim}, all, call) ? made(std::nullopt) : Sort{};
}

// Of two tensors or more.
bool Reader::is_of_rows(const std::vector<Node>& operands) {
    return operands.size() > 1 &&
           std::ranges::all_of(operands, [&](Node each) { return sort_of(each).of == Sort::Of::rows; });
}

Sort Reader::sort_of_operation(Node call, const torch::Row& row) {
    const std::vector<Node> operands = operands_of(call, row);
    if (const auto cast = casts(row) ? operations::cast_of(facts_, call) : std::nullopt)
        if (const Sort sort = sort_of(cast->of); sort.of == Sort::Of::rows) return cast->moves ? Sort{} : sort;
    const Sort all = sort_of_all(operands);
    if (!all.has_rows()) return all.of == Sort::Of::same ? sort_of_other(call) : Sort{};
    if (const auto loss = operations::loss_of(facts_, call)) return loss->whole ? all : Sort{};
    const bool computes = row.traits.pure || row.traits.view;
    const bool stays = (row.traits.cuts || computes) && row.shape == torch::Shape::same && operands.size() == 1;
    if (!computes && !stays) return {};
    if (function::writes_argument(facts_, call)) return {};
    const bool reduces = row.shape == torch::Shape::reduce && !is_of_rows(operands);  // not torch.min(a, b)
    if (row.traits.pointwise && row.traits.total && !reduces) return all;
    if (row.traits.rowwise && row.traits.total) {
        needs_.has_parts = true;
        return has_own_dimension(all, operands.front()) ? rows(all, std::nullopt) : Sort{};
    }
    const Sort sort = sort_of_dims(call, row, all);
    return sort.has_rows() || !row.traits.cuts || !stays ? sort : all;  // detach()
}

// `self.proj(x[m])`
Sort Reader::sort_of_module(Node call, const torch::Row& row) {
    const Node argument = syntax::Call{call}.only_argument();
    const Sort sort = argument ? sort_of(argument) : Sort{};
    if (sort.of != Sort::Of::rows || !row.traits.pure || !row.traits.total) return {};
    if (row.traits.pointwise) return sort;
    if (!row.traits.rowwise || !has_own_dimension(sort, argument)) return {};
    needs_.has_parts = true;
    return rows(sort, sort.more);
}

// `nn.Sequential(...)`, one behind the other.
Sort Reader::sort_of_modules(Node call, const values::Sequence& modules) {
    const bool is_chain = modules.form == values::Sequence::Form::modules && modules.exact && !modules.items.empty();
    const Node argument = is_chain ? syntax::Call{call}.only_argument() : Node{};
    const Sort sort = argument ? sort_of(argument) : Sort{};
    if (sort.of != Sort::Of::rows || !has_own_dimension(sort, argument)) return {};
    needs_.has_parts = true;
    const bool is_row_wise = std::ranges::all_of(modules.items, [&](const values::Value& each) {
        const torch::Row* row = facts_.row_of_module(each);
        return row && row->traits.pure && row->traits.total && (row->traits.pointwise || row->traits.rowwise);
    });
    return is_row_wise ? rows(sort, sort.more) : Sort{};
}

Sort Reader::sort_of_call(Node call) {
    if (const values::Value callee = facts_.value(call.child(Field::function)); callee.is(values::Kind::sequence))
        return sort_of_modules(call, callee.sequence());
    if (const torch::Row* module = facts_.row_of_module(call)) return sort_of_module(call, *module);
    if (const torch::Row* row = facts_.row_of(call)) return sort_of_operation(call, *row);
    return sort_of_followed(call);
}

// A function of the file, or several: one after the other, with nothing to decide.
Sort Reader::sort_of_followed(Node call) {
    const auto& followed = facts_.program().calls().at(call);
    if (depth_ == deepest || followed.size() != 1 || !computation_of(facts_, call)) return {};
    return sort_of_one(call, *followed.front());
}

Sort Reader::sort_of_one(Node call, const values::Activation& followed) {
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
    Reader reader(inside, nullptr, needs_, depth_ + 1);
    for (const Node argument : syntax::Call{call}.arguments().children()) {
        const Node given = argument.is(Kind::keyword_argument) ? syntax::Keyword{argument}.value() : argument;
        const Node parameter = function::parameter_of(facts_, function, call, argument);
        const names::Binding* variable = parameter ? inside.variable(parameter) : nullptr;
        const Sort sort = sort_of(given);
        if (!variable || sort.of == Sort::Of::other) return {};
        reader.bind(*variable, sort);
    }
    return reader.sort_of(last.first_child());
}

}  // namespace

RowWise::Gives RowWise::gives(Node expression) {
    RowNeeds needs = needs_;
    const Sort sort = Reader(facts_, &selects_, needs, 0).sort_of(expression);
    if (!sort.has_rows()) return Gives::other;
    needs_ = std::move(needs);
    return sort.of == Sort::Of::rows ? Gives::rows : Gives::several;
}

std::optional<int> RowWise::more_dimensions(Node expression) const {
    RowNeeds needs;
    const Sort sort = Reader(facts_, &selects_, needs, 0).sort_of(expression);
    return sort.of == Sort::Of::rows ? sort.more : std::nullopt;
}

}  // namespace effects
