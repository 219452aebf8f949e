// How a tensor is written that stands for the number in it.
#include "analysis/effects/escape.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/condition/scalar_reads.h"
#include "transforms/edit/parentheses.h"
#include "transforms/metadata/callee_result.h"
#include "transforms/scalars/prove_item.h"

#include <algorithm>
#include <array>

namespace transforms::scalars {

using scalar_uses::is_whole;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

constexpr std::string_view cut = ".detach()", copy = ".clone()", single = ".reshape(())", whole_method = ".long()";

}  // namespace

std::string KeptReader::text(bool tested) const {
    std::string text(site_.tensor.text());
    if (tested_) return tested ? text : text + later();
    const bool widens =
        !site_.function.empty() || (uses_.widened() && (!site_.variable || !tested)) || is_made_float() || may_wrap();
    const bool is_long = truncated_ || may_overflow();
    if (!detached_ || copied() || widens || reshaped_ || is_long) text = edit::grouped(site_.tensor);
    if (!detached_) text += cut;
    if (copied()) text += copy;
    if (reshaped_) text += single;
    if (is_long) text += whole_method;
    if (widens) text += wide_method;
    if (site_.function.empty()) return text;
    return std::string(torch_) + "." + std::string(site_.function) + "(" + text + ")";
}

// `high.item() - low.item()`, which may be of uint8. A sum is at least of int64.
bool KeptReader::may_wrap() const {
    const torch::Row* row = site_.tensor.is(Kind::call) ? facts_.row_of(site_.tensor) : nullptr;
    return is_assumed() && uses_.wraps() && !holds_floats_ && !(row && row->dtype == torch::Dtype::summed);
}

// `n.item() * 3`, where `n` may be one of int8.
bool KeptReader::may_overflow() const {
    constexpr std::array<std::string_view, 3> wide{"int64", "dtype int32", operations::count_dtype};
    return is_assumed() && is_whole(numbers_) && uses_.rounded() && std::ranges::find(wide, form_.dtype) == wide.end();
}

std::string KeptReader::later() const {
    const std::string wide(uses_.widened() && site_.function.empty() ? wide_method : "");
    if (!tested_) return wide;
    return std::string(detached_ ? "" : cut).append(copied() ? copy : "").append(single) + wide;
}

// A number stays what it is when the tensor that it was read from is written to; what is made of it is new.
bool KeptReader::copied() const {
    if (!site_.variable && site_.call.parent().is(Kind::binary_operator)) return false;
    const Node holder = holder_of(site_.tensor);
    return !effects::makes_new_tensor(facts_, holder) && !metadata::gives_new_tensor(facts_, holder) && !is_private() &&
           (uses_.handed_on() || writes_in_place());
}

bool KeptReader::is_private() const {
    Node base = site_.tensor;
    while (base.is(Kind::subscript)) base = syntax::Subscript{base}.object();
    const names::Binding* variable = facts_.variable(base);
    if (!variable || !effects::is_only_reference(facts_, *variable, site_.statement)) return false;
    return effects::is_kept_private(facts_, *variable, site_.statement.index(), facts_.function().end_index()) &&
           std::ranges::none_of(facts_.uses_of(*variable), effects::is_updated);
}

bool KeptReader::is_made_float() const {
    return uses_.handed_on() && site_.type == "float" && !condition::is_average(facts_, site_.tensor) &&
           !form_.floating && facts_.value(site_.tensor).dtype != torch::Dtype::floating;
}

// After the read.
bool KeptReader::writes_in_place() const {
    const Node function = facts_.function();
    const bool again = static_cast<bool>(outermost_loop(site_.statement));
    for (std::uint32_t i = again ? function.index() : site_.call.end_index(); i < function.end_index(); ++i) {
        const Node node = function.tree()->node(i);
        if (node.is(Kind::augmented_assignment) || effects::may_write(facts_, node)) return true;
        if (node.is(Kind::call) && !function::row_or_guess(facts_, node)) return true;
    }
    return false;
}

}  // namespace transforms::scalars
