// Numbers that operations of tensors are given, `x.clamp(max=k)`: a part of speculation.h.
#include "analysis/effects/slot_definitions.h"
#include "analysis/function/literals.h"
#include "analysis/operations/shape_query.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/metadata/shape_guards.h"
#include "transforms/speculation/speculation.h"

#include <algorithm>
#include <cmath>

namespace transforms::speculation {

using operations::Form;
using syntax::Field;
using syntax::Kind;
using syntax::Node;
using syntax::Op;

namespace {

constexpr double largest_but_in_half = 3e38;  // what bfloat16 holds, and every larger dtype

// Whether tensors of whole numbers take it, down to int8 and uint8, where the dtype does not make room for it: a float
// changes that of `x.clamp(max=0.5)`, and none that of `x.masked_fill(m, 0.5)`.
bool fits_whole_numbers(const torch::Row& row, double number, torch::Dtype dtype) {
    constexpr double least = -128, most = 127;
    const bool is_whole = dtype == torch::Dtype::integer;
    if (!is_whole && row.mask.empty() && !row.traits.cuts) return true;
    return number <= most && number >= (is_whole ? least : 0);
}

bool asks_shape(const function::Facts& facts, Node number) {
    for (const Node node : subtree(number))
        if (operations::size_of(facts, node)) return true;
    return false;
}

}  // namespace

// `1.0 + limits.clip`: of what is configured nothing is known but how it is used.
bool Speculation::is_made_of_settings(Node given) const {
    bool has_setting = false;
    for (const Node part : subtree(given)) {
        if (part.is(Kind::attribute)) has_setting = has_setting || facts_.value(part).is(values::Kind::unknown);
        const bool is_arithmetic = part.is(Kind::attribute) || part.is(Kind::identifier) || part.is(Kind::integer) ||
                                   part.is(Kind::float_) || part.is(Kind::binary_operator) ||
                                   part.is(Kind::unary_operator) || part.is(Kind::parenthesized_expression);
        if (!is_arithmetic || facts_.value(part).is_tensor()) return false;
    }
    return has_setting;
}

// A number, and not so large that a zero gradient times it is none. What a mask selects, a bound, and what fills a new
// tensor are not multiplied with anything.
void Speculation::check_option(Node call, const torch::Row& row, Node given, const Form& tensor) {
    // `limits.clip` may be a property, whatever number it gives.
    for (const Node part : subtree(given))
        if (part.is(Kind::attribute) && effects::runs_code(facts_, part))
            return refuse(part, "may run code when it is read");
    if (metadata::calls_program(facts_, given)) return check(given);
    const auto number = function::number_of(facts_.value(given));
    if (number && std::abs(*number) <= largest_factor)
        return fits_whole_numbers(row, *number, category(facts_.value(given))) || tensor.is_bool()
                   ? void()
                   : check_floating(call, call, tensor);
    if (number && std::isinf(*number) && !row.mask.empty() && tensor.floating) return;
    const bool only_held = row.traits.lifts || row.traits.cuts;
    if (only_held && number && std::abs(*number) <= largest_but_in_half) return check_not_half(call, tensor);
    if (const auto limit = settled_limit(given)) {
        check_limit(given);
        return check_held(call, *limit, tensor);
    }
    if (!only_held || number || !is_kept_number(given)) {
        constexpr std::string_view why = "is called with more than tensors and moderate numbers";
        const bool may_be_number = function::is_traced_number(facts_.value(given)) || is_made_of_settings(given);
        if (!trusts_ || !may_be_number) return refuse(call, why, proof::dtypes.with({proof::Requirement::fit}));
        check(given);
        if (!only_held) spoils(call);
        return proof_.refused() ? void() : may_raise(call, why);
    }
    if (asks_shape(facts_, given)) check(given);
    check_floating(call, call, tensor);
    check_size(given, false);
}

}  // namespace transforms::speculation
