#include "transforms/if_conversion/prove/context.h"

#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"

namespace transforms::if_conversion {

using effects::Roots;
using syntax::Node;

void assign(const std::vector<Target>& targets, std::size_t index, std::size_t arm, metadata::Forms& forms) {
    std::vector<std::pair<std::string, operations::Form>> given;
    for (const Target& each : assigned_behind(targets, index))
        if (each.values[arm] && !each.text.empty()) given.emplace_back(each.text, forms.of(each.values[arm]));
    for (auto& [text, form] : given) forms.assign(text, std::move(form));
}

bool Case::records_none() const {
    if (facts.without_gradients()) return true;
    if (proof.answer() != proof::Answer::assume || !facts.is_called_without_gradients()) return false;
    const std::string name = edit::quoted(facts.function().child(syntax::Field::name));
    proof.assume("whoever calls " + name + " records no gradients", "gradients may be recorded where it is called");
    return true;
}

bool Case::stops_gradients() const {
    const Node with = syntax::with_around(at.statement);
    return with && function::only_stops_gradients(facts, with);
}

Node Case::by_walrus(const Target& target) const {
    for (const auto& [name, value] : predicate.bound)
        if (target.variable && target.variable->text == name) return value;
    return {};
}

// What the arm gives the target, or has given it before.
static Node left_by_arm(const Case& c, std::size_t index, std::size_t arm) {
    const Target& target = c.at.targets[index];
    Node value = target.values[arm];
    for (std::size_t i = index; i > 0 && !value && target.variable; --i)
        if (c.at.targets[i - 1].variable == target.variable) value = c.at.targets[i - 1].values[arm];
    return value ? value : c.by_walrus(target);
}

// By the condition, and by the arm to the other targets.
static effects::Assigned assigned_by_arm(const Case& c, const Target& target, std::size_t arm) {
    effects::Assigned assigned;
    for (const names::Binding& binding : c.facts.scope().bindings)
        for (const auto& [name, given] : c.predicate.bound)
            if (binding.text == name) assigned.emplace(&binding, given);
    for (const Target& each : c.at.targets)
        if (each.values[arm] && each.variable && !(each.together && each.together == target.together))
            assigned.emplace(each.variable, each.values[arm]);
    return assigned;
}

Roots Case::roots(std::size_t index, std::size_t arm) const {
    const Target& target = at.targets[index];
    const Node value = left_by_arm(*this, index, arm);
    if (!value && target.variable)
        return tensors_of(effects::roots_of(facts, *target.variable, at.statement, before(target)));
    Roots found = tensors_of(effects::roots_of(facts, value, at.statement, assigned_by_arm(*this, target, arm)));
    // `self.mean = y` in front of it in the arm, and then `self.mean + 1`.
    for (std::size_t i = index; i > 0; --i) {
        const Target& earlier = at.targets[i - 1];
        const auto is_it = [&](const effects::Root& root) { return root.name == earlier.text; };
        if (earlier.variable || !earlier.values[arm] || std::ranges::none_of(found.all, is_it)) continue;
        Roots given = roots(i - 1, arm);
        std::erase_if(found.all, is_it);
        if (!found.cut(is_it)) given.cut([](const effects::Root&) { return true; });
        found.merge(std::move(given));
    }
    if (target.cut)  // which gets gradients in any case
        found.merge(effects::roots_of(facts, target.cut, at.statement, assigned_by_arm(*this, target, arm)));
    return found;
}

const names::Binding* Case::assigned(const Target& target) const {
    if (target.variable || target.holder) return target.variable ? target.variable : target.holder;
    const Node whole = parenthesized(at.conditions.front().parent());  // a value only if it is an expression
    const auto assignment = syntax::as<syntax::Assignment>(whole.parent());
    return assignment && assignment->value() == whole ? facts.variable(assignment->target()) : nullptr;
}

Roots Case::tensors_of(Roots roots) const {
    const auto is_number = [&](const effects::Root& root) { return forms.is_number(root.name, root.since); };
    // Nobody registers a buffer for gradients.
    const auto is_buffer = [&](const effects::Root& root) {
        return root.buffer && proof.answer() == proof::Answer::assume;
    };
    std::erase_if(roots.all, is_number);
    roots.cut([&](const effects::Root& root) {
        return is_number(root) || is_buffer(root) || forms.is_bool(root.name, root.since);
    });
    return roots;
}

}  // namespace transforms::if_conversion
