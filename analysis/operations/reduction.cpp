#include "analysis/operations/reduction.h"

#include "analysis/function/literals.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"

#include <algorithm>
#include <cmath>

namespace operations {

using function::Facts;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

int rank_for(int dim) { return dim < 0 ? -dim : dim + 1; }

const torch::Row* row_along(const Facts& facts, Node call) {
    const torch::Row* row = function::row_or_guess(facts, call);
    const bool reduces = row && row->shape == torch::Shape::reduce && row->given == "dim" && !row->traits.in_place;
    return reduces ? row : nullptr;
}

}  // namespace

std::vector<int> dims_of(const Facts& facts, Node given) {
    const bool several = given.is(Kind::tuple) || given.is(Kind::list);
    std::vector<int> dims;
    for (const Node each : several ? syntax::elements_of(given) : std::vector<Node>{given}) {
        const values::Value value = facts.value(each);
        const auto number = function::number_of(value);
        constexpr double most = 64;  // dimensions of a tensor
        if (!number || std::abs(*number) > most || values::category(value) != torch::Dtype::integer) return {};
        dims.push_back(static_cast<int>(*number));
    }
    std::ranges::sort(dims);
    const bool alike = !dims.empty() && (dims.front() < 0) == (dims.back() < 0);
    return alike && std::ranges::adjacent_find(dims) == dims.end() ? dims : std::vector<int>{};
}

int least_rank(const std::vector<int>& dims) { return std::max(rank_for(dims.front()), rank_for(dims.back())); }

bool Reduction::fits_tensor() const {
    return kept || (dims.front() == 0 && dims.back() + 1 == static_cast<int>(dims.size()));
}

std::string Reduction::shape(const std::string& whole) const {
    std::string text = "(" + whole + (kept ? " of one" : " without");
    for (const int dim : dims) text += " " + std::to_string(dim);
    return text + ")";
}

std::optional<Reduction> reduction_of(const Facts& facts, Node node) {
    const torch::Row* row = node.is(Kind::call) ? row_along(facts, node) : nullptr;
    if (!row) return std::nullopt;
    const syntax::Call call{node};
    const bool method = row->name.starts_with(torch::tensor_class);
    Reduction made;
    if (method) made.of = call.function().child(Field::object);
    int position = 0;
    for (const Node argument : call.arguments().children()) {
        const auto keyword = syntax::as<syntax::Keyword>(argument);
        const Node given = keyword ? keyword->value() : argument;
        const std::string_view name = keyword ? keyword->name().text() : "";
        const values::Value value = facts.value(given);
        if (keyword ? name == "dim" || name == "axis" : position == row->given_position)
            made.dims = dims_of(facts, given);
        else if (name == "keepdim" && (given.is(Kind::true_) || given.is(Kind::false_)))
            made.kept = given.is(Kind::true_);
        else if (!keyword && position == 0 && !method)
            made.of = given;
        else if (!function::number_of(value) || (!keyword && position > row->given_position))  // `p=2` of a norm
            return std::nullopt;
        if (!keyword) ++position;
    }
    return made.of && !made.dims.empty() ? std::optional(made) : std::nullopt;
}

std::optional<FieldOfCall> field_of(const Facts& facts, Node expression) {
    const bool by_name = expression.is(Kind::attribute);
    const Node call = expression.child(by_name ? Field::object : Field::value);
    const torch::Row* row = call.is(Kind::call) ? facts.row_of(call) : nullptr;
    if (!row || !facts.value(call).is(values::Kind::sequence)) return std::nullopt;
    for (std::size_t i = 0; i < row->fields.size(); ++i) {
        const std::vector<Node> indices = by_name ? std::vector<Node>{} : syntax::Subscript{expression}.indices();
        const bool is_it =
            by_name ? row->fields[i].name == expression.child(Field::attribute).text()
                    : indices.size() == 1 && function::number_of(facts.value(indices[0])) == static_cast<double>(i);
        if (is_it) return FieldOfCall{.call = call, .field = &row->fields[i]};
    }
    return std::nullopt;
}

}  // namespace operations
