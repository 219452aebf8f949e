#include "transforms/masks/masked_place.h"

#include "analysis/function/literals.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "transforms/edit/splice.h"

#include <algorithm>
#include <vector>

namespace transforms::masks {

using function::Facts;
using syntax::Kind;
using syntax::Node;
using Beside = MaskedPlace::Beside;

namespace {

bool is_whole_number(const Facts& facts, Node index) {
    const values::Value value = facts.value(index);
    return function::is_traced_number(value) && values::category(value) == torch::Dtype::integer;
}

// `:`, `:2`, `1:`
bool is_known_slice(const Facts& facts, Node index) {
    if (!index.is(Kind::slice)) return false;
    for (const Node bound : index.children())
        if (!is_whole_number(facts, bound)) return false;
    return true;
}

bool may_be_mask(const Facts& facts, Node index) {
    const values::Value value = facts.value(index);
    return value.is(values::Kind::unknown) || (value.is_tensor() && value.dtype != torch::Dtype::integer);
}

std::optional<Beside> beside(const Facts& facts, const std::vector<Node>& indices, std::size_t mask) {
    if (indices.size() == 1) return indices[mask].is(Kind::slice) ? std::nullopt : std::optional(Beside::nothing);
    const auto is_number = [&](Node index) { return is_whole_number(facts, index); };
    if (mask == 0 && std::all_of(indices.begin() + 1, indices.end(), is_number)) return Beside::numbers;
    if (indices.size() != 2) return std::nullopt;
    if (mask == 0) return is_known_slice(facts, indices[1]) ? std::optional(Beside::slice) : std::nullopt;
    if (indices[0].is(Kind::ellipsis)) return Beside::ellipsis;
    const bool is_dimension = indices[0].is(Kind::slice) && indices[0].children().empty();
    return is_dimension ? std::optional(Beside::dimension) : std::nullopt;
}

std::optional<MaskedPlace> made(const Facts& facts, Node subscript, const std::vector<Node>& indices, Node mask) {
    const auto at = static_cast<std::size_t>(std::ranges::find(indices, mask) - indices.begin());
    const auto kind = beside(facts, indices, at);
    return kind ? std::optional(MaskedPlace{.place = subscript, .mask = mask, .beside = *kind}) : std::nullopt;
}

// The index that the operand is part of; of the subscript itself, the mask.
Node index_of(const Facts& facts, Node subscript, Node operand) {
    for (const Node index : syntax::Subscript{subscript}.indices()) {
        const bool is_mask = facts.value(index).dtype == torch::Dtype::boolean;
        if (subscript == operand ? is_mask : syntax::is_within(operand, index)) return index;
    }
    return {};
}

}  // namespace

std::string MaskedPlace::whole() const {
    if (is_of_whole()) return edit::on_one_line(tensor(), {});
    return edit::on_one_line(place, {{mask.span(), ":"}});
}

std::optional<MaskedPlace> masked_place(const Facts& facts, Node subscript, std::string_view mask) {
    if (!subscript.is(Kind::subscript)) return std::nullopt;
    const std::vector<Node> indices = syntax::Subscript{subscript}.indices();
    const auto found = std::ranges::find(indices, mask, &Node::text);
    return found == indices.end() ? std::nullopt : made(facts, subscript, indices, *found);
}

Node selection_around(const Facts& facts, Node operand) {
    for (Node at = enclosing(operand, Kind::subscript); at; at = enclosing(at.parent(), Kind::subscript))
        if (index_of(facts, at, operand)) return at;
    return {};
}

std::optional<MaskedPlace> masked_place_around(const Facts& facts, Node operand) {
    const Node subscript = selection_around(facts, operand);
    if (!subscript) return std::nullopt;
    const Node index = index_of(facts, subscript, operand);
    return may_be_mask(facts, index) ? made(facts, subscript, syntax::Subscript{subscript}.indices(), index)
                                     : std::nullopt;
}

}  // namespace transforms::masks
