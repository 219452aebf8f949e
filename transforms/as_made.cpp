#include "transforms/as_made.h"

#include "analysis/effects/slot_definitions.h"
#include "analysis/function/literals.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/tree.h"

#include <algorithm>
#include <charconv>

namespace transforms {

using function::Facts;
using proof::Guard;
using proof::Guards;
using syntax::Kind;
using syntax::Node;

namespace {

using Property = Guard::Property;
using Relation = Guard::Relation;

// The attribute of the function's own object that is spelled so in the statement.
Node place_of(const Facts& facts, Node statement, std::string_view subject) {
    if (!subject.starts_with("self.")) return {};
    for (const Node node : subtree(statement))
        if (node.is(Kind::attribute) && node.text() == subject && effects::is_plain_attribute(facts, node)) return node;
    return {};
}

bool is_number_of(const values::Value& value, torch::Dtype dtype) {
    return function::is_traced_number(value) && values::category(value) == dtype;
}

// `isinstance(self.every, int)`, `isinstance(self.mask, torch.Tensor)`
bool is_of_type(const values::Value& value, std::string_view type) {
    if (value.maybe_none) return false;
    if (type == "int") return is_number_of(value, torch::Dtype::integer);
    if (type == "(int, float)")
        return is_number_of(value, torch::Dtype::integer) || is_number_of(value, torch::Dtype::floating);
    return value.is_tensor() && type.ends_with(".Tensor");
}

bool has_rank(const values::Value& value, const Guard& guard) {
    int rank = 0;
    const std::string& text = guard.operand;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), rank);
    if (error != std::errc() || value.rank < 0) return false;
    if (guard.relation == Relation::equal) return value.rank == rank;
    return guard.relation == Relation::above && value.rank > rank;
}

bool holds(const values::Value& value, const Guard& guard) {
    const bool is_float = value.is_tensor() && value.dtype == torch::Dtype::floating;
    const bool is_known = value.is_tensor() && value.dtype != torch::Dtype::unknown;
    if (value.likely) return false;
    switch (guard.property) {
        case Property::type: return guard.relation == Relation::is && is_of_type(value, guard.operand);
        case Property::rank: return value.is_tensor() && guard.other.empty() && has_rank(value, guard);
        case Property::floating: return guard.relation == Relation::is ? is_float : is_known && !is_float;
        case Property::complex:
            return guard.relation == Relation::is_not && is_known && value.dtype != torch::Dtype::complex;
        default: return false;
    }
}

}  // namespace

AsMade as_made(const Facts& facts, Node statement, const Guards& guards) {
    AsMade made;
    for (const Guard& guard : guards) {
        const Node place = guard.join == Guard::Join::none ? place_of(facts, statement, guard.subject) : Node{};
        if (!place || !holds(facts.value(place), guard))
            made.open.push_back(guard);
        else if (std::ranges::find(made.places, guard.subject) == made.places.end())
            made.places.push_back(guard.subject);
    }
    return made;
}

std::string says_as_made(const std::vector<std::string>& places) {
    std::vector<std::string> quoted;
    for (const std::string& each : places) quoted.push_back("`" + each + "`");
    return proof::listed(quoted) +
           (places.size() == 1 ? " is what `__init__` makes it" : " are what `__init__` makes them");
}

}  // namespace transforms
