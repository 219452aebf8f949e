#include "analysis/operations/dimwise.h"

#include "analysis/function/literals.h"
#include "analysis/operations/reduction.h"
#include "analysis/syntax/python.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace operations {

using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

constexpr std::array<std::string_view, 3> names_of_dimensions{"dim", "dims", "axis"};

bool names_number(const torch::Row& row, std::string_view name) {
    for (const torch::Row* also = row.also; also; also = also->also)
        if (also->numbers.names.find(name) != std::string_view::npos) return true;
    return false;
}

// The numbers that such a call takes. Of one that takes others, `normalize(x, 2)`, a position tells nothing.
constexpr std::array<std::string_view, 3> taken{" dim ", " dims ", " dims shifts "};

}  // namespace

bool is_dimension(const torch::Row& row, Node argument, int position) {
    if (const auto keyword = syntax::as<syntax::Keyword>(argument))
        return std::ranges::find(names_of_dimensions, keyword->name().text()) != names_of_dimensions.end();
    for (const torch::Row* also = row.also; also; also = also->also)
        if (also->numbers.holds(static_cast<std::size_t>(position)) &&
            std::ranges::find(taken, also->numbers.names) != taken.end())
            return true;
    return false;
}

namespace {

// `1` of `x.roll(1, 0)`: in front of the dimension.
bool is_shift(const function::Facts& facts, const torch::Row& row, Node argument) {
    const bool method = row.name.starts_with(torch::tensor_class);
    const Node first = argument.parent().first_child();
    const auto keyword = syntax::as<syntax::Keyword>(argument);
    const bool is_it =
        keyword ? keyword->name().text() == "shifts" : argument == (method ? first : first.next_sibling());
    const auto number = function::number_of(facts.value(keyword ? keyword->value() : argument));
    return row.name.ends_with(".roll") && is_it && number && std::floor(*number) == *number;
}

// `sort()` gives the tensor and the places, and takes the last dimension if it is told none.
bool sorts(const torch::Row& row) { return row.gives == torch::Gives::tensors && row.shape == torch::Shape::same_size; }
bool is_order(const torch::Row& row, Node argument) {
    const auto keyword = syntax::as<syntax::Keyword>(argument);
    return sorts(row) && keyword && keyword->name().text() == "descending" &&
           (keyword->value().is(Kind::true_) || keyword->value().is(Kind::false_));
}

// `dims` are a list, of one where there is one shift, and `dim` is a number. A method takes a number for a list, too.
bool takes_dimensions(const torch::Row& row, Node argument, bool is_shifted) {
    const auto keyword = syntax::as<syntax::Keyword>(argument);
    const Node given = keyword ? keyword->value() : argument;
    const bool is_list = given.is(Kind::tuple) || given.is(Kind::list);
    if (is_shifted) return !is_list || syntax::elements_of(given).size() == 1;
    const bool in_place = row.name.starts_with(torch::tensor_class) && !keyword;
    return names_number(row, " dims ") ? is_list || in_place : !is_list;
}

}  // namespace

std::optional<Along> along_of(const function::Facts& facts, Node node) {
    const torch::Row* row = facts.row_of(node);
    if (!row || (row->shape != torch::Shape::same && !sorts(*row))) return std::nullopt;
    const syntax::Call call{node};
    const bool method = row->name.starts_with(torch::tensor_class);
    Along made{.of = method ? call.function().child(Field::object) : Node{}, .dims = {}};
    int position = 0;
    bool is_shifted = false;
    for (const Node argument : call.arguments().children()) {
        const auto keyword = syntax::as<syntax::Keyword>(argument);
        if (!method && position == 0 && !keyword) {
            made.of = argument;
        } else if (is_shift(facts, *row, argument)) {
            is_shifted = true;
        } else if (!is_order(*row, argument)) {
            if (!is_dimension(*row, argument, position) || !made.dims.empty()) return std::nullopt;
            made.dims = dims_of(facts, keyword ? keyword->value() : argument);
            if (made.dims.empty() || !takes_dimensions(*row, argument, is_shifted)) return std::nullopt;
        }
        ++position;
    }
    const bool is_along = !made.dims.empty() || is_shifted || sorts(*row);
    return made.of && is_along ? std::optional(std::move(made)) : std::nullopt;
}

}  // namespace operations
