#include "transforms/if_conversion/predicated_store.h"

#include "analysis/effects/escape.h"
#include "analysis/function/literals.h"
#include "analysis/operations/arithmetic.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/if_conversion/read/arm.h"
#include "transforms/if_conversion/read/store.h"

#include <algorithm>
#include <string>
#include <utility>

namespace transforms::if_conversion {

using function::Facts;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

bool is_number(const Facts& facts, Node node) { return function::is_number(facts.value(node)); }

// The variable or attribute that the target is, or writes to.
std::string_view place_of(const Target& target) {
    if (!target.text.empty()) return target.text;
    Node place = target.values.back();
    while (place.is(Kind::subscript)) place = place.child(Field::value);
    return place.text();
}

// A write to the place stands beside the statement.
bool is_written_beside(const Facts& facts, Node statement, std::string_view place) {
    for (const Node each : statement.parent().children()) {
        const Node only = each.is(Kind::expression_statement) ? each.first_child() : Node{};
        const auto target = only && each != statement ? write_of(facts, only, each) : std::nullopt;
        if (target && place_of(*target) == place) return true;
    }
    return false;
}

// A new tensor or a number; or `min(self.decay, t)`, one of what nothing in the arm writes to.
bool is_new_or_kept(const Facts& facts, Node value, Node statement) {
    const torch::Row* row = value.is(Kind::call) ? facts.row_of(value) : nullptr;
    if (!operations::is_extreme(row)) return effects::makes_new_tensor(facts, value) || is_number(facts, value);
    for (const Node each : syntax::Call{value}.arguments().children())
        if (!effects::makes_new_tensor(facts, each) && is_written_beside(facts, statement, each.text())) return false;
    return true;
}

// `y = y * 0.5`, `found = True`, `left -= 1` beside writes. What is another name for a tensor that is there might miss
// what is written to it, but in the arm alone.
std::optional<Target> assigned_beside(const Facts& facts, Node statement, Node assigning) {
    const auto assignment = syntax::as<syntax::Assignment>(assigning.first_child());
    const auto update = syntax::as<syntax::AugmentedAssignment>(assigning.first_child());
    if (!assignment && !(update && facts.variable(update->target()) && is_number(facts, update->target())))
        return std::nullopt;
    proof::Proof proof;
    std::vector<Arm> arms{read_arm(facts, {assigning}, proof), {}};
    std::vector<Target> targets = merge_arms(facts, statement, arms, proof);
    if (proof.refused() || targets.size() != 1 || targets.front().text.empty()) return std::nullopt;
    const bool is_apart =
        !assignment || targets.front().temporary || is_new_or_kept(facts, assignment->value(), assigning);
    return is_apart ? std::optional(std::move(targets.front())) : std::nullopt;
}

const Target* assigned_in(const std::vector<Target>& all, std::string_view place) {
    const auto found = std::ranges::find(all, place, &Target::text);
    return found != all.end() ? &*found : nullptr;
}

// `flip[0] = -1.0` behind `flip = torch.ones(3)` in the arm. What nobody reads elsewhere is written to in any case.
std::optional<Target> part_of_made(const Facts& facts, Node then, Node statement, const Target& made) {
    auto part = part_of(facts, then, statement);
    if (part && made.temporary) {
        part->temporary = true;
        part->values.back() = Node{};
    }
    return part;
}

// What one arm does, statement by statement; nothing if one of them does something else.
std::optional<std::vector<Target>> writes_in(const Facts& facts, Node first, Node statement) {
    std::vector<Target> all;
    for (Node each = first; each; each = each.next_sibling()) {
        const Node only = each.is(Kind::expression_statement) ? each.first_child() : Node{};
        if (!only || only.next_sibling()) return std::nullopt;
        std::optional<Target> target = write_of(facts, only, statement);
        if (!target) target = assigned_beside(facts, statement, each);
        // What is written to was there in front of the branch, or the arm has made it.
        const Target* made = target ? assigned_in(all, place_of(*target)) : nullptr;
        if (made && target->text.empty())
            target = part_of_made(facts, only, each, *made);
        else if (made && !target->temporary)
            return std::nullopt;
        if (!target || reads_any(facts, *target, all)) return std::nullopt;
        all.push_back(std::move(*target));
    }
    return all;
}

// `if c: y[0] = a else: y[0] = b`, of which each arm writes the same places in the same way.
std::optional<std::vector<Target>> in_one(const std::vector<std::vector<Target>>& arms) {
    std::vector<Target> all = arms.front();
    for (std::size_t i = 0; i < all.size(); ++i) {
        std::vector<Node> values;
        for (const std::vector<Target>& arm : arms) {
            const bool is_same = arm.size() == all.size() && arm[i].text == all[i].text &&
                                 place_of(arm[i]) == place_of(all[i]) && arm[i].before == all[i].before &&
                                 arm[i].behind == all[i].behind && arm[i].cast.empty() && !arm[i].is_copied;
            if (!is_same) return std::nullopt;
            values.push_back(arm[i].values.front());
        }
        all[i].values = std::move(values);
    }
    return all;
}

// A write of the arms in front is one to the same place, which this arm may make as well: it has left the place there.
bool leaves_to(const Target& before, const Target& next, std::size_t arm) {
    const bool is_left = before.values[arm] && before.values[arm].text() == next.values.back().text();
    return before.text.empty() && next.text.empty() && before.before == next.before && before.behind == next.behind &&
           is_left && place_of(before) == place_of(next) &&
           (before.cast.empty() || next.cast.empty() || before.cast == next.cast);
}

void add_arm(Target& all, const Target& one, std::size_t arm) {
    all.values[arm] = one.values.front();
    if (one.cast.empty()) return;
    if (all.cast.empty()) all.cast_arms.clear();
    all.cast = one.cast;
    all.cast_arms.push_back(arm);
}

// One behind the other: each is done in its own arm, and left in the others. What an arm writes in the order of those
// in front is written with theirs.
std::vector<Target> one_by_one(std::vector<std::vector<Target>> arms, std::size_t count) {
    std::vector<Target> all;
    for (std::size_t arm = 0; arm < arms.size(); ++arm) {
        std::size_t from = 0;
        for (Target& each : arms[arm]) {
            const auto is_free = [&](const Target& other) { return arm > 0 && leaves_to(other, each, arm); };
            const auto with = std::find_if(all.begin() + static_cast<std::ptrdiff_t>(from), all.end(), is_free);
            if (with != all.end()) {
                add_arm(*with, each, arm);
                from = static_cast<std::size_t>(with - all.begin()) + 1;
                continue;
            }
            const Node given = each.values.front(), left = each.values.back();
            each.cast_arms = {arm};
            each.is_copied = each.is_copied && arm == 0;
            each.values.assign(count, left);
            each.values[arm] = given;
            all.push_back(std::move(each));
            from = all.size();
        }
    }
    return all;
}

bool writes(const std::vector<Target>& arm) {
    return std::ranges::any_of(arm, [](const Target& each) { return each.text.empty(); });
}

}  // namespace

std::vector<Target> writes_of(const Facts& facts, Node statement) {
    const syntax::If view{statement};
    std::vector<Node> blocks{view.body()};
    bool is_open = true;
    for (const Node each : view.alternatives()) {
        is_open = each.is(Kind::elif_clause);
        blocks.push_back(each.child(is_open ? Field::consequence : Field::body));
    }
    std::vector<std::vector<Target>> arms;
    for (const Node block : blocks) {
        auto writes = writes_in(facts, block.first_child(), statement);
        if (!writes) return {};
        arms.push_back(std::move(*writes));
    }
    if (std::ranges::none_of(arms, writes)) return {};
    if (auto all = is_open ? std::nullopt : in_one(arms)) return std::move(*all);
    return one_by_one(std::move(arms), blocks.size() + (is_open ? 1 : 0));
}

std::vector<Target> writes_behind(const Facts& facts, Node statement) {
    auto rest = statement.next_sibling() ? writes_in(facts, statement.next_sibling(), statement) : std::nullopt;
    if (!rest || !writes(*rest)) return {};
    return one_by_one({{}, std::move(*rest)}, 2);
}

}  // namespace transforms::if_conversion
