// On which device the condition and the arms are. Part of same_metadata.h.
#include "analysis/function/dict_slot.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/if_conversion/prove/device_guards.h"
#include "transforms/if_conversion/prove/live_ins.h"
#include "transforms/if_conversion/prove/loop_exit.h"
#include "transforms/if_conversion/prove/same_metadata.h"

#include <algorithm>
#include <set>

namespace transforms::if_conversion {

using effects::Root;
using effects::Roots;
using metadata::Place;
using syntax::Kind;
using syntax::Node;

namespace {

bool is_at(const Root& root, const Place& place) { return place.key == metadata::key_of(root.name, root.since); }

// `torch.ones(())`: on whatever device is the default one.
bool makes_from_nothing(const Case& c, Node value) {
    for (const Node call : subtree(value)) {
        if (!call.is(Kind::call)) continue;
        const Roots roots = effects::roots_of(c.facts, call, c.at.statement);
        if (roots.known && roots.all.empty()) return true;
    }
    return false;
}

// `count = torch.ones(())` in front, of which an arm is made: perhaps on another device than those that were given.
std::optional<Place> made_from_nothing(const Case& c, const Target& target, const std::vector<Roots>& arms) {
    for (const Roots& arm : arms) {
        if (arm.all.size() != 1) continue;
        const Root& root = *arm.all.begin();
        const Node made = c.at.statement.tree()->node(root.since);
        if (!made.is(Kind::call) || !makes_from_nothing(c, made)) continue;
        for (const Read& read : reads_of(c.facts, c.at, &target))
            if (is_at(root, read.place)) return read.place;
    }
    return std::nullopt;
}

// Places outside of the branch with tensors that live where those do that the arms leave in the target.
std::vector<Place> places_on_device(const Case& c, const Target& target, const std::vector<Roots>& arms) {
    if (const auto place = tensor_of_arms(c.facts, c.at, target)) return {*place};
    if (!std::ranges::all_of(arms, &Roots::known)) return {};
    for (const Target& other : c.at.targets) {
        const auto place = tensor_of_arms(c.facts, c.at, other);
        const auto is_it = [&](const Root& root) { return place && is_at(root, *place); };
        if (std::ranges::any_of(arms, [&](const Roots& arm) { return std::ranges::any_of(arm.all, is_it); }))
            return {*place};
    }
    const auto is_new = [&](Node value) { return makes_from_nothing(c, value); };
    return std::ranges::any_of(target.values, is_new) ? std::vector<Place>{} : places_of(c.facts, c.at, target);
}

// A tensor outside of the branch that what the arm gives, or leaves, lives beside: of `t = w * 2.0; h = t.abs()`, `w`.
std::optional<Place> place_of_arm(const Case& c, std::size_t index, std::size_t arm) {
    const Target& target = c.at.targets[index];
    const Node value = target.values[arm];
    if (!value && target.variable) return c.forms.kept_place(*target.variable);
    for (const Node part : subtree(value)) {
        for (std::size_t before = index; before-- > 0;) {
            const Target& other = c.at.targets[before];
            const bool at_once = target.together && other.together == target.together;  // `a, b = b, a`
            if (!at_once && other.values[arm] && other.text == part.text()) return place_of_arm(c, before, arm);
        }
        const bool names = part.is(Kind::attribute) || c.facts.variable(part) || function::is_item(c.facts, part);
        const auto place = names && c.forms.of(part).is_tensor() ? c.forms.place(part) : std::nullopt;
        if (place) return place;
    }
    return std::nullopt;
}

// `x.abs()` and `w.abs()`, which nothing shows to live on one device.
bool arms_are_together(Case& c, std::size_t index, const std::vector<Roots>& arms) {
    const auto meets = [&](const Roots& other) {
        return std::ranges::any_of(other.all, [&](const Root& each) { return arms.front().all.contains(each); });
    };
    for (std::size_t arm = 1; arm < arms.size(); ++arm) {
        if (arms[arm].all.empty() || arms.front().all.empty() || meets(arms[arm])) continue;
        const auto first = place_of_arm(c, index, 0), other = place_of_arm(c, index, arm);
        if (!first || !other) return false;
        if (first->text != other->text) c.proof.test(proof::same_device(other->text, first->text));
    }
    return true;
}

Roots roots_of_condition(const Case& c) {
    const effects::Assigned asked = assigned_when_asked(c.at);
    Roots deciding;
    for (const Node tensor : c.predicate.tensors) {
        if (c.predicate.is_list(tensor) && c.forms.place(tensor)) {  // of which nobody knows where its tensors live
            deciding.known = false;
            continue;
        }
        Roots roots = c.tensors_of(effects::roots_of(c.facts, tensor, c.at.statement, asked));
        deciding.known = deciding.known && roots.known;
        deciding.all.merge(roots.all);
    }
    return deciding;
}

}  // namespace

void same_device(Case& c) {
    const Roots deciding = roots_of_condition(c);
    for (std::size_t i = 0; i < c.at.targets.size(); ++i) {
        const Target& target = c.at.targets[i];
        if (!c.chooses_tensor(i)) continue;
        std::vector<Roots> arms;
        std::set<Root> all;
        for (std::size_t arm = 0; arm < c.at.arms(); ++arm) {
            arms.push_back(c.roots(i, arm));
            all.insert(arms.back().all.begin(), arms.back().all.end());
        }
        if (!c.trusts && !arms_are_together(c, i, arms))
            return c.proof.refuse("the arms of " + c.name_of(target) + " may be on different devices",
                                  {proof::Requirement::fit});
        const bool all_known = deciding.known && std::ranges::all_of(arms, &Roots::known);
        const auto apart = made_from_nothing(c, target, arms);
        if (!apart && all_known && std::ranges::includes(all, deciding.all)) continue;
        const std::vector<Place> leads = apart ? std::vector{*apart} : places_on_device(c, target, arms);
        const auto test = [&](const Place& lead) {
            return test_device(c.facts, c.at, lead, c.predicate, c.forms, c.proof);
        };
        const auto is_new = [&](Node value) { return value && makes_from_nothing(c, value); };
        const bool trusts = c.trusts && !apart && std::ranges::none_of(target.values, is_new);
        if (trusts || (!leads.empty() && std::ranges::all_of(leads, test))) continue;
        if (leads.size() != 1 || apart || c.at.targets.size() > 1)
            return c.proof.refuse("the condition may be on another device than " + c.name_of(target),
                                  {proof::Requirement::fit});
        condition::move_to(c.predicate, leads.front().text + ".device");
    }
}

}  // namespace transforms::if_conversion
