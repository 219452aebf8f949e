#include "transforms/if_conversion/predicated_store.h"

#include "analysis/effects/escape.h"
#include "analysis/effects/saved_for_backward.h"
#include "analysis/effects/slot_definitions.h"
#include "analysis/function/in_place_update.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/edit/splice.h"
#include "transforms/if_conversion/read/arm.h"

#include <algorithm>
#include <string>
#include <utility>

namespace transforms::if_conversion {

using function::Facts;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

constexpr std::string_view copies = ".copy_(";

// `a` of `t.copy_(a)`
Node copied_by(const Facts& facts, Node call) {
    const torch::Row* row = call.is(Kind::call) ? facts.row_of(call) : nullptr;
    const Node argument = row ? syntax::Call{call}.arguments().first_child() : Node{};
    return row && row->role == torch::Role::copies && argument && !argument.next_sibling() ? argument : Node{};
}

// As the tensor that it is copied to.
std::string cast_to(Node receiver) { return ".to(" + std::string(receiver.text()) + ".dtype)"; }

// `self.count.mul_(0.9).add_(n)`; `copy_` has no other name to give a tensor by.
bool writes_to_attribute(const Facts& facts, Node call) {
    return call.is(Kind::call) && function::is_update(call) && function::updated_by(call).is(Kind::attribute) &&
           std::ranges::all_of(function::links_of(call), [&](Node link) { return facts.pure_twin(link) != nullptr; });
}

// `self.count.copy_(torch.where(c, self.count.add(1.0), self.count))`
Target update_of(Node update, Node receiver) {
    return {.values = {update, receiver},
            .only_read = true,
            .written = receiver,
            .before = std::string(receiver.text()).append(copies),
            .behind = ")"};
}

// For a gradient, by what was computed before, or is for the write.
bool is_needed(const Facts& facts, const names::Binding& variable, Node write) {
    return effects::saved_with(facts, variable, syntax::statement_of(write), write.end_index()).has_value();
}

// `y`, `self.best`, of which a part is a view.
bool is_held_tensor(const Facts& facts, Node object) {
    const bool is_plain = object.is(Kind::attribute) && effects::is_plain_attribute(facts, object);
    return facts.value(object).is_tensor() && (facts.variable(object) || is_plain);
}

// `if c: y[0] = a`, `if c: y[1:] += a`; `statement` is the branch, or the write where its arm has made y.
std::optional<Target> part_of(const Facts& facts, Node then, Node statement) {
    const auto assignment = syntax::as<syntax::Assignment>(then);
    const auto update = syntax::as<syntax::AugmentedAssignment>(then);
    const Node place = assignment ? assignment->target() : update ? update->target() : Node{};
    const auto view = syntax::as<syntax::Subscript>(place);
    const names::Binding* variable = view ? facts.variable(view->object()) : nullptr;
    const bool is_private = variable && effects::is_unshared(facts, *variable, statement);
    if (!view || (!is_private && !is_held_tensor(facts, view->object()))) return std::nullopt;
    return Target{.values = {assignment ? assignment->value() : then, place},
                  .only_read = true,
                  .written = is_private && !is_needed(facts, *variable, then) ? Node{} : view->object(),
                  .cut = place,
                  .before = std::string(place.text()) + " = "};
}

// `if c: self.seen += 1.0`: it is assigned what it is already.
bool updates_attribute(const Facts& facts, Node then) {
    const auto update = syntax::as<syntax::AugmentedAssignment>(then);
    return update && update->target().is(Kind::attribute) && facts.value(update->target()).is_tensor() &&
           effects::is_plain_attribute(facts, update->target());
}

bool records_nothing(const Facts& facts, Node statement) {
    for (Node node = statement.parent(); node && node != facts.function(); node = node.parent())
        if (node.is(Kind::with_statement) && function::only_stops_gradients(facts, node)) return true;
    return facts.without_gradients();
}

// `if c: w -= lr * g`, `if c: p.add_(g, alpha=-lr)`, of a tensor that others see. A leaf that wants a gradient would
// refuse to be written to.
std::optional<Target> update_of_shared(const Facts& facts, Node then, Node statement) {
    const auto update = syntax::as<syntax::AugmentedAssignment>(then);
    if ((!update && !function::is_update(then)) || !records_nothing(facts, statement)) return std::nullopt;
    const Node place = update ? update->target() : function::updated_by(then);
    const names::Binding* variable = facts.variable(place);
    const values::Value value = facts.value(place);
    const bool is_tensor =
        value.is_tensor() || (value.is(values::Kind::unknown) && (!update || facts.value(update->value()).is_tensor()));
    const auto has_twin = [&](Node link) { return facts.pure_twin(link) != nullptr; };
    if (!variable || variable->captured || !is_tensor || effects::is_unshared(facts, *variable, statement) ||
        (!update && !std::ranges::all_of(function::links_of(then), has_twin)))
        return std::nullopt;
    return update_of(then, place);
}

// `if c: t.copy_(a)`, `if c: self.count.add_(1.0)`
std::optional<Target> write_of(const Facts& facts, Node then, Node statement) {
    if (auto part = part_of(facts, then, statement)) return part;
    if (updates_attribute(facts, then)) return update_of(then, then.child(Field::left));
    if (writes_to_attribute(facts, then)) return update_of(then, function::updated_by(then));
    if (auto update = update_of_shared(facts, then, statement)) return update;
    const Node argument = copied_by(facts, then), receiver = receiver_of(then);
    const bool simple = argument.is(Kind::identifier) || argument.is(Kind::attribute) || argument.is(Kind::call) ||
                        argument.is(Kind::subscript) || argument.is(Kind::binary_operator);
    if (!simple) return std::nullopt;
    // Every float is what it was when it comes back from a wider dtype.
    const bool is_float = facts.value(receiver).dtype == torch::Dtype::floating;
    Target target{.values = {argument, receiver},
                  .cast = is_float ? "" : cast_to(receiver),
                  .is_copied = is_float,
                  .only_read = true,
                  .written = receiver};
    spell_around(target, argument, "", then, "");
    return target;
}

bool is_number(const Facts& facts, Node node) { return function::is_number(facts.value(node)); }

// `y = y * 0.5`, `found = True`, `left -= 1` beside writes. What is another name for a tensor that is there might miss
// what is written to it.
std::optional<Target> assigned_beside(const Facts& facts, Node statement, Node assigning) {
    const auto assignment = syntax::as<syntax::Assignment>(assigning.first_child());
    const auto update = syntax::as<syntax::AugmentedAssignment>(assigning.first_child());
    const bool is_apart = assignment ? effects::makes_new_tensor(facts, assignment->value()) ||
                                           is_number(facts, assignment->value())
                                     : update && facts.variable(update->target()) && is_number(facts, update->target());
    if (!is_apart) return std::nullopt;
    proof::Proof proof;
    std::vector<Arm> arms{read_arm(facts, {assigning}, proof), {}};
    std::vector<Target> targets = merge_arms(facts, statement, arms, proof);
    if (proof.refused() || targets.front().text.empty()) return std::nullopt;
    return std::move(targets.front());
}

// The variable or attribute that the target is, or writes to.
std::string_view place_of(const Target& target) {
    if (!target.text.empty()) return target.text;
    Node place = target.values.back();
    while (place.is(Kind::subscript)) place = place.child(Field::value);
    return place.text();
}

const Target* assigned_in(const std::vector<Target>& all, std::string_view place) {
    const auto found = std::ranges::find(all, place, &Target::text);
    return found != all.end() ? &*found : nullptr;
}

// `y[i] = a` behind `i = i + 1`: another place than it is in front of the branch.
bool reads_any(const Facts& facts, const Target& target, const std::vector<Target>& assigned) {
    if (!target.cut.is(Kind::subscript)) return false;
    return std::ranges::any_of(syntax::Subscript{target.cut}.indices(), [&](Node index) {
        return std::ranges::any_of(subtree(index), [&](Node part) {
            return facts.variable(part) && assigned_in(assigned, part.text());
        });
    });
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
        if (const Target* made = target ? assigned_in(all, place_of(*target)) : nullptr)
            target = target->text.empty() ? part_of_made(facts, only, each, *made) : std::nullopt;
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

// The last write of the arms in front is one to the same place, which this arm may make as well.
bool leaves_to(const std::vector<Target>& all, const Target& next, std::size_t arm) {
    if (all.empty() || !next.text.empty()) return false;
    const Target& last = all.back();
    return last.text.empty() && last.before == next.before && last.behind == next.behind && last.cast.empty() &&
           !last.is_copied && last.values[arm] != last.values.front() && place_of(last) == place_of(next);
}

// One behind the other: each is done in its own arm, and left in the others.
std::vector<Target> one_by_one(std::vector<std::vector<Target>> arms, std::size_t count) {
    std::vector<Target> all;
    for (std::size_t arm = 0; arm < arms.size(); ++arm)
        for (Target& each : arms[arm]) {
            if (arm > 0 && !each.cast.empty()) return {};
            if (arm > 0) each.is_copied = false;
            const Node given = each.values.front(), left = each.values.back();
            if (arm > 0 && leaves_to(all, each, arm)) {
                all.back().values[arm] = given;
                continue;
            }
            each.values.assign(count, left);
            each.values[arm] = given;
            all.push_back(std::move(each));
        }
    return all;
}

bool writes(const std::vector<Target>& arm) {
    return std::ranges::any_of(arm, [](const Target& each) { return each.text.empty(); });
}

// What an update leaves in the tensor: `a` of `self.limit.copy_(a)`, and else the update itself.
Node left_by(const Facts& facts, Node update) {
    if (const Node copied = copied_by(facts, update)) return copied;
    return writes_to_attribute(facts, update) ? update : Node{};
}

}  // namespace

Node receiver_of(Node call) { return call.is(Kind::call) ? call.child(Field::function).child(Field::object) : Node{}; }

void spell_around(Target& target, Node value, std::string_view front, Node whole, std::string_view back) {
    const std::string text = edit::on_one_line(whole, {{value.span(), "\n"}});  // which it has nowhere else
    const std::size_t at = text.find('\n');
    target.before = std::string(front).append(text, 0, at);
    target.behind = text.substr(at + 1).append(back);
}

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

std::optional<Target> write_of_both(const Facts& facts, Node then, Node otherwise) {
    const Node receiver = receiver_of(then), other = receiver_of(otherwise);
    if (!other || receiver.text() != other.text()) return std::nullopt;
    const Node value = left_by(facts, then), last = left_by(facts, otherwise);
    if (!value || !last || then.child(Field::function).text() == otherwise.child(Field::function).text())
        return std::nullopt;
    Target target = update_of(then, receiver);
    target.values = {value, last};
    target.cut = receiver;
    if (value != then) target.cast = cast_to(receiver);
    return target;
}

}  // namespace transforms::if_conversion
