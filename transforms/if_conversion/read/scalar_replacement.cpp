#include "transforms/if_conversion/read/scalar_replacement.h"

#include "analysis/syntax/places.h"
#include "analysis/syntax/tree.h"
#include "transforms/if_conversion/read/aggregate.h"
#include "transforms/if_conversion/read/arm.h"

#include <algorithm>

namespace transforms::if_conversion {

using function::Facts;
using syntax::Kind;
using syntax::Node;

namespace {

// Whoever reads it gets the same in each arm: `self.rate`, and neither is assigned in an arm before.
bool is_plain(Node value, const std::vector<Target>& before) {
    for (const Node node : subtree(value)) {
        switch (node.kind()) {
            case Kind::identifier:
            case Kind::attribute:
                if (std::ranges::find(before, node.text(), &Target::text) != before.end()) return false;
                break;
            case Kind::subscript:
            case Kind::integer:
            case Kind::float_:
            case Kind::none:
            case Kind::true_:
            case Kind::false_:
            case Kind::string: break;
            default: return false;
        }
    }
    return true;
}

bool are_alike(const Facts& facts, const std::vector<Node>& values, const std::vector<Target>& before) {
    const auto same = [&](Node each) { return each.text() == values.front().text(); };
    return same_constant(facts, values) || (std::ranges::all_of(values, same) && is_plain(values.front(), before));
}

// None if no value makes a structure.
std::vector<Target> parts_of(const Facts& facts, const std::vector<Node>& values, const std::vector<Target>& before,
                             proof::Proof& proof) {
    std::vector<std::optional<Display>> made;
    for (const Node value : values) made.push_back(display_of(facts, value));
    if (std::ranges::none_of(made, [](const auto& each) { return each.has_value(); })) return {};
    const auto same = [&](const auto& each) { return each && made.front() && each->around == made.front()->around; };
    if (!std::ranges::all_of(made, same)) {
        proof.refuse("the arms do not make the same structure");
        return {};
    }
    const std::vector<std::string>& around = made.front()->around;
    std::vector<Target> parts(around.size() - 1);
    for (std::size_t i = 0; i < parts.size(); ++i) {
        Target& part = parts[i];
        for (const auto& each : made) part.values.push_back(each->parts[i]);
        part.together = values.front();
        part.before = around[i];
        part.alike = are_alike(facts, part.values, before);
        if (!part.alike && std::ranges::any_of(part.values, [](Node each) { return each.is(Kind::none); }))
            proof.refuse("one of the arms gives None");
    }
    parts.back().behind = around.back();
    return parts;
}

// The arms read what the structure was assigned to, as soon as it is.
bool is_read_behind(const Facts& facts, const std::vector<Target>& targets, const Target& whole) {
    return std::any_of(&whole + 1, targets.data() + targets.size(), [&](const Target& each) {
        return std::ranges::any_of(each.values, [&](Node value) {
            if (!value) return false;
            return whole.variable ? reads(facts, value, whole.variable) : mentions(value, whole.text);
        });
    });
}

}  // namespace

std::vector<Target> targets_of(const Facts& facts, const std::vector<Node>& values, const Predication& read,
                               proof::Proof& proof) {
    const bool returns = read.form == Predication::Form::early;
    const std::string start = returns ? "return " : "";
    std::vector<Target> parts = parts_of(facts, values, read.targets, proof);
    if (parts.empty() || proof.refused()) return {{.values = values, .before = start}};
    const bool tuple = values.front().is(Kind::tuple) || values.front().is(Kind::expression_list);
    if (returns && tuple && !parts.back().behind.ends_with(",)")) {
        parts.front().before.erase(0, 1);
        parts.back().behind.pop_back();
    }
    parts.front().before.insert(0, start);
    return parts;
}

std::vector<Target> taken_apart(const Facts& facts, std::vector<Target> targets, proof::Proof& proof) {
    std::vector<Target> all;
    for (Target& target : targets) {
        const bool everywhere = std::ranges::all_of(target.values, [](Node value) { return static_cast<bool>(value); });
        std::vector<Target> parts;
        if (everywhere && !target.alike && !target.together && !is_read_behind(facts, targets, target))
            parts = parts_of(facts, target.values, all, proof);
        for (Target& part : parts) part.holder = target.variable;
        if (parts.empty()) {
            all.push_back(std::move(target));
            continue;
        }
        parts.front().before.insert(0, target.text + " = ");
        std::ranges::move(parts, std::back_inserter(all));
    }
    return all;
}

}  // namespace transforms::if_conversion
