#include "transforms/if_conversion/write/arm.h"

#include "analysis/syntax/tree.h"
#include "transforms/edit/parentheses.h"
#include "transforms/edit/splice.h"
#include "transforms/if_conversion/write/functionalize.h"

#include <algorithm>

namespace transforms::if_conversion {

using syntax::Node;

std::string ArmText::of(const Target& target, std::size_t arm) {
    const Node value = target.values[arm];
    if (!value) return target.text;
    kept_.push_back(value.span());
    const auto spelled = std::ranges::find(at_.spelled, value, &Spelled::value);
    if (spelled != at_.spelled.end())
        return spelled->part.empty() ? of(at_.calls[spelled->call], arm, value) : spelled->part;
    std::vector<edit::Replacement> replaced = proven_.lifted;
    for (const Called& each : at_.calls)
        if (value.span().contains(each.body)) replaced.push_back({each.body, of(each, arm, value)});
    for (std::uint32_t i = value.index(); i < value.end_index(); ++i) {
        const Node node = value.tree()->node(i);
        for (const Renamed& each : at_.renamed)
            if (each.arm == arm && i >= each.from && facts_.variable(node) == each.variable && !is_in_call(node))
                replaced.push_back({node.span(), each.name});
        for (const speculation::Guarded& each : proven_.predicate.guarded)
            if (each.number == node) replaced.push_back({node.span(), guarded(each, arm)});
    }
    return text_of(value, std::move(replaced));
}

bool ArmText::is_in_call(Node node) const {
    return std::ranges::any_of(at_.calls, [&](const Called& each) { return each.body.contains(node.span()); });
}

std::string ArmText::of(const Called& call, std::size_t arm, Node value) const {
    std::vector<edit::Edit> edits;
    for (const text::Span variable : call.variables)
        for (const Renamed& each : at_.renamed)
            if (each.arm == arm && value.index() >= each.from &&
                each.variable->text == std::string_view(call.text).substr(variable.begin, variable.size()))
                edits.push_back({variable, each.name});
    return edit::apply(call.text, edits);
}

// The number, or what does no harm where the arm is not chosen.
std::string ArmText::guarded(const speculation::Guarded& guarded, std::size_t arm) const {
    const Node number = guarded.number;
    if (guarded.is_count) return edit::with_method(std::string(number.text()), ".clamp(min=1)");
    const bool first = (arm == 0) != proven_.predicate.questions.front().negated;
    const std::string text(number.text()), other(guarded.harmless);
    return std::string(torch_) + std::string(select) + condition_ + ", " +
           (first ? text + ", " + other : other + ", " + text) + ")";
}

}  // namespace transforms::if_conversion
