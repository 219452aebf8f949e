#include "analysis/effects/row_wise.h"

#include "analysis/effects/row_reader.h"
#include "analysis/function/literals.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"

#include <algorithm>

namespace effects {

using function::Facts;
using syntax::Field;
using syntax::Kind;
using syntax::Node;
using syntax::Op;

RowSort RowReader::sort_of(Node expression) {
    const auto [known, is_new] = sorts_.try_emplace(expression, RowSort{});
    if (!is_new) return known->second;
    const RowSort sort = find_sort(expression);
    return sorts_[expression] = sort;
}

RowSort RowReader::find_sort(Node node) {
    if (selects_ && (*selects_)(node)) return {.of = RowSort::Of::rows, .selection = node};
    switch (node.kind()) {
        case Kind::parenthesized_expression: return sort_of(node.first_child());
        case Kind::unary_operator:
        case Kind::comparison_operator:
        case Kind::binary_operator: return sort_of_operator(node);
        case Kind::identifier: return sort_of_name(node);
        case Kind::attribute: return sort_of_attribute(node);
        case Kind::subscript: return sort_of_subscript(node);
        case Kind::call: return sort_of_call(node);
        case Kind::expression_list:
        case Kind::list:
        case Kind::tuple: {
            RowSort all = sort_of_all(syntax::elements_of(node));
            if (all.of == RowSort::Of::rows) all.of = RowSort::Of::several;
            return all;
        }
        default: return sort_of_other(node);
    }
}

// A number, or a tensor that each row meets.
RowSort RowReader::sort_of_other(Node node) {
    const values::Value value = facts_.value(node);
    if (function::is_number(value) || value.is(values::Kind::constant) || value.is(values::Kind::none))
        return same_for_all();
    if (value.is(values::Kind::api)) return same_for_all();
    if (!value.is_tensor()) return {};
    if (value.rank == 0) return same_for_all();
    if (value.origin != values::Origin::parameter && value.origin != values::Origin::buffer) return {};
    if (value.rank != 1) needs_.shared.push_back(node);
    return same_for_all();
}

RowSort RowReader::sort_of_name(Node name) {
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
        const RowSort sort = sort_of(made->value);
        return sort.has_rows() ? sort : sort_of_other(name);
    }
    // `mean, spread = x[m].chunk(2, dim=-1)`
    const Node parts = target ? target.parent() : Node{};
    const auto taken = syntax::as<syntax::Assignment>(parts ? parts.parent() : Node{});
    if (!taken || taken->target() != parts) return {};
    const RowSort sort = sort_of(taken->value());
    return sort.of == RowSort::Of::several ? rows_of(sort, sort.more) : RowSort{};
}

// `low.values`; `self.scale`; `x.dtype`, which does not depend on how many rows there are.
RowSort RowReader::sort_of_attribute(Node attribute) {
    const Node object = attribute.child(Field::object);
    const RowSort sort = sort_of(object);
    if (sort.of == RowSort::Of::several) return rows_of(sort, sort.more);
    if (!sort.has_rows()) return sort_of_other(attribute);
    const torch::Row* row = facts_.member_of_tensors(attribute.child(Field::attribute).text());
    return row && row->gives == torch::Gives::constant ? same_for_all() : RowSort{};
}

// `x[m][:, :2]`, `x[m][..., 0]`, `x[m].shape[-1]`
RowSort RowReader::sort_of_subscript(Node node) {
    const syntax::Subscript subscript{node};
    const Node object = subscript.object();
    const std::vector<Node> indices = subscript.indices();
    const RowSort sort = sort_of(object);
    if (sort.of == RowSort::Of::several)
        return indices.size() == 1 && function::number_of(facts_.value(indices.front())) ? rows_of(sort, sort.more)
                                                                                         : RowSort{};
    if (sort.of != RowSort::Of::rows) return sort_of_other(node);
    const bool is_from_back = indices.front().is(Kind::ellipsis);
    const bool is_from_front = indices.front().is(Kind::slice) && !indices.front().first_child();
    if (indices.size() < 2 || (!is_from_back && !is_from_front)) return {};
    int by = 0, taken = 0;
    for (std::size_t i = 1; i < indices.size(); ++i) {
        const Node index = indices[i];
        const bool is_list = index.is(Kind::list) && sort_of_all(syntax::elements_of(index)).of == RowSort::Of::same;
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
    return rows_of(sort, moved(sort, by));
}

RowSort RowReader::sort_of_operator(Node node) {
    std::vector<Node> operands;
    for (const Node each : node.children()) operands.push_back(each);
    const RowSort all = sort_of_all(operands);
    if (all.of != RowSort::Of::rows) return all.of == RowSort::Of::same ? sort_of_other(node) : RowSort{};
    const Op op = node.is(Kind::binary_operator) ? syntax::operator_of(node) : Op::none;
    if (node.is(Kind::comparison_operator)) {
        const Node right = node.first_child().next_sibling();
        return syntax::compares(right.op()) && !right.next_sibling() ? all : RowSort{};
    }
    if (op == Op::matmul) {
        const Node left = node.child(Field::left);
        const bool is_row = sort_of(node.child(Field::right)).of == RowSort::Of::same && has_own_dimension(all, left);
        needs_.has_parts = true;
        return is_row ? rows_of(all, std::nullopt) : RowSort{};
    }
    const auto by = op == Op::none ? std::nullopt : function::number_of(facts_.value(node.child(Field::right)));
    return (op == Op::floor_div || op == Op::mod) && by.value_or(0) == 0 ? RowSort{} : all;
}

// What is done with rows is done with all that stands beside them, row by row.
RowSort RowReader::sort_of_all(const std::vector<Node>& operands) {
    RowSort all = same_for_all();
    for (const Node each : operands) {
        const RowSort sort = sort_of(each);
        if (sort.of == RowSort::Of::other) return sort;
        if (!sort.has_rows()) continue;
        // The one that is known to have dimensions of its own speaks for all.
        const bool is_wider = all.has_rows() && sort.more.value_or(-1) > all.more.value_or(-1);
        if (!all.has_rows() || is_wider || facts_.value(each).rank > 1) all = sort;
    }
    return all;
}

// Each row has a last dimension.
bool RowReader::has_own_dimension(const RowSort& sort, Node tensor) {
    const int rank = facts_.value(tensor).rank;
    if (rank >= 0) return rank > 1;
    if (!sort.more || *sort.more < 0) return false;
    if (*sort.more == 0) needs_.wide.push_back(sort.selection);
    return true;
}

// The rows, where each has a last dimension for what follows to act on.
RowSort RowReader::parts_of(const RowSort& sort, Node tensor) {
    if (sort.of != RowSort::Of::rows || !has_own_dimension(sort, tensor)) return {};
    needs_.has_parts = true;
    return sort;
}

bool RowReader::lie_in_row(const std::vector<int>& dims, const RowSort& sort, Node tensor) {
    if (dims.size() != 1 || (dims.front() != -1 && dims.front() < 1)) return false;
    // The second dimension is the last one, too, of which there has to be one.
    if (dims.front() > 1 && facts_.value(tensor).rank <= dims.front()) return false;
    if (!has_own_dimension(sort, tensor)) return false;
    needs_.counts_from_front |= dims.front() > 0;
    needs_.has_parts = true;
    return true;
}

RowWise::Gives RowWise::gives(Node expression) {
    RowNeeds needs = needs_;
    const RowSort sort = RowReader(facts_, &selects_, needs, 0).sort_of(expression);
    if (!sort.has_rows()) return Gives::other;
    needs_ = std::move(needs);
    return sort.of == RowSort::Of::rows ? Gives::rows : Gives::several;
}

bool reduces_rows(const Facts& facts, Node expression) {
    const RowWise::Selects is_tensor = [&](Node node) {
        const values::Value value = facts.value(node);
        return facts.variable(node) && (value.is_tensor() || value.is(values::Kind::unknown));
    };
    RowNeeds needs;
    const RowSort sort = RowReader(facts, &is_tensor, needs, 0).sort_of(expression);
    return sort.of == RowSort::Of::rows && sort.more.value_or(0) < 0;
}

}  // namespace effects
