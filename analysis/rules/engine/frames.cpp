#include "analysis/rules/engine/frames.h"

#include "analysis/rules/engine/structure.h"
#include "analysis/syntax/python.h"

#include <algorithm>
#include <utility>

namespace rules {

using syntax::Node;
using values::Activation;

Frames::Frames(const values::Program& program, const Paths& paths, const Causes& causes, const FoundIn& found_in)
    : program_(program), paths_(paths) {
    for (const auto& [key, cause] : causes)
        for (const Activation* activation : found_in.at(key)) add(*activation, cause);
    add_calls();
}

void Frames::add(const Activation& activation, const Cause& cause) {
    const Finding& finding = cause.finding;
    if (finding.outcome != Outcome::split && finding.outcome != Outcome::skip) return;
    const bool loses =
        finding.outcome == Outcome::skip && (cause.loses_frame || outcome_at(program_, cause.node) == Outcome::skip);
    nodes_[&activation].insert(cause.node);
    breaks_[&activation].push_back({cause.node, &finding, paths_.conditions_of(cause.node), loses});
}

// What breaks in a function breaks at the call of it, too; until no call is new, since functions may call each other.
void Frames::add_calls() {
    for (bool grows = true; grows;) {
        grows = false;
        for (const Activation* caller : paths_.order())
            for (const values::FollowedCall& call : caller->calls) {
                if (!breaks_.contains(call.callee)) continue;
                if (!nodes_[caller].insert(call.node).second) continue;
                breaks_[caller].push_back(at_call(call, !paths_.to(*caller).checkpointed));
                grows = true;
            }
    }
}

// Of the breaks in what is called, the one under the fewest conditions.
Frames::Break Frames::at_call(const values::FollowedCall& call, bool may_lose) const {
    const Break& cause = *std::ranges::min_element(breaks_.at(call.callee), {},
                                                   [](const Break& inner) { return inner.conditions.size(); });
    std::vector<std::string> conditions = paths_.conditions_of(call.node);
    conditions.insert(conditions.end(), cause.conditions.begin(), cause.conditions.end());
    return {call.node, cause.finding, std::move(conditions),
            may_lose && outcome_of_call(program_, call.node) == Outcome::skip};
}

const Finding* Frames::loss_around(const Activation& activation, Node node) const {
    const auto found = breaks_.find(&activation);
    if (found == breaks_.end()) return nullptr;
    const std::vector<Break>& breaks = found->second;
    if (std::ranges::any_of(breaks, [node](const Break& inner) { return syntax::is_within(inner.node, node); }))
        return nullptr;
    const std::vector<std::string> conditions = paths_.conditions_of(node);
    const auto holds_here = [&](const std::string& condition) {
        return std::ranges::find(conditions, condition) != conditions.end();
    };
    const auto loses_it = [&](const Break& lost) {
        return lost.loses && std::ranges::all_of(lost.conditions, holds_here) &&
               std::ranges::none_of(breaks, [&](const Break& other) {
                   return !other.loses && node.index() < other.node.index() && other.node.index() < lost.node.index();
               });
    };
    const auto loss = std::ranges::find_if(breaks, loses_it);
    return loss == breaks.end() ? nullptr : loss->finding;
}

}  // namespace rules
