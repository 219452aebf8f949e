#include "transforms/if_conversion/read/arm.h"

#include "analysis/function/dict_slot.h"
#include "analysis/function/in_place_update.h"
#include "analysis/operations/reduction.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/tree.h"
#include "transforms/edit/quote.h"

#include <algorithm>

namespace transforms::if_conversion {

using edit::quoted;
using function::Facts;
using proof::Proof;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

class ArmReader {
  public:
    ArmReader(const Facts& facts, Proof& proof) : facts_(facts), proof_(proof) {}

    void add(Node statement) {
        if (proof_.refused() || statement.is(Kind::pass_statement)) return;
        const Node only = statement.is(Kind::expression_statement) ? statement.first_child() : Node{};
        if (!only || only.next_sibling()) return more(statement);
        if (only.is(Kind::augmented_assignment)) return put(only.child(Field::left), only, {});
        if (function::is_update(only)) {
            const std::vector<Node> links = function::links_of(only);
            const auto has_twin = [&](Node link) {
                const torch::Row* row = facts_.row_of(link);
                return row && row->traits.in_place && facts_.pure_twin(link);
            };
            if (std::ranges::all_of(links, has_twin)) return put(function::updated_by(only), only, {});
        }
        const auto assignment = syntax::as<syntax::Assignment>(only);
        if (!assignment || !assignment->value()) return more(statement);
        if (assignment->annotation() && !assignment->target().is(Kind::identifier)) return more(statement);
        if (assignment->value().is(Kind::assignment)) return more(statement);
        assign(*assignment, assignment->value());
    }

    void assign(syntax::Assignment assignment, Node value) {
        const std::vector<Node> targets = syntax::elements_of(assignment.target());
        if (targets == std::vector{assignment.target()}) return give(assignment.target(), value, {});
        const Node plain = syntax::unparenthesized(value);
        const std::vector<Node> values = syntax::elements_of(plain);
        if (values.size() != targets.size() || values == std::vector{plain})
            return proof_.refuse(quoted(assignment.node) + " unpacks what is not known here");
        const Node together = are_independent(targets, values) ? Node{} : assignment.node;
        for (std::size_t i = 0; i < targets.size(); ++i)
            if (!is_dropped(targets[i], values[i])) give(targets[i], values[i], together);
    }

    [[nodiscard]] Arm take() { return std::move(arm_); }

  private:
    // Parts of one call, which could be assigned one by one: none of them is made of the variables.
    [[nodiscard]] bool are_independent(const std::vector<Node>& targets, const std::vector<Node>& values) const {
        const auto is_apart = [&](Node value) {
            return operations::field_of(facts_, value) && std::ranges::none_of(targets, [&](Node target) {
                       const names::Binding* variable = facts_.variable(target);
                       return !variable || reads(facts_, value, variable);
                   });
        };
        return std::ranges::all_of(values, is_apart);
    }

    // `value, _ = scores.max(dim=-1)`: nobody reads the part.
    [[nodiscard]] bool is_dropped(Node target, Node value) const {
        const names::Binding* variable = target.text() == "_" ? facts_.variable(target) : nullptr;
        if (!variable || variable->captured || !operations::field_of(facts_, value)) return false;
        return std::ranges::all_of(facts_.uses_of(*variable), [](Node use) { return syntax::is_target(use); });
    }

    // `y = z.mul_(2.0)` changes another tensor, too.
    void give(Node target, Node value, Node together) {
        const Node plain = syntax::unparenthesized(value);
        const bool writes = function::is_update(plain) && function::updated_by(plain).text() != target.text();
        if (writes) return proof_.refuse(quoted(plain) + " writes to the tensor itself, which others may see");
        put(target, value, together);
    }

    void more(Node statement) { proof_.refuse("an arm does more than to assign variables: " + quoted(statement)); }

    void put(Node target, Node value, Node together) {
        if (proof_.refused()) return;
        const names::Binding* variable = facts_.variable(target);
        const bool attribute = target.is(Kind::attribute) && target.child(Field::object).is(Kind::identifier) &&
                               facts_.variable(target.child(Field::object));
        const bool item = function::is_item(facts_, target);
        if (!target.is(Kind::identifier) && !attribute && !item)
            return proof_.refuse("an arm assigns to more than a plain variable: " + quoted(target));
        if (!variable && !attribute && !item)
            return proof_.refuse(quoted(target) + " is no variable of this function alone");
        if (item && !function::is_spelled_alike(facts_, target))
            return proof_.refuse(quoted(target) + " is spelled in more than one way");
        if (const Node other = other_name(value))
            return proof_.refuse(quoted(other) + " may be what the arm has assigned by another name");
        if (variable && (variable->captured || variable->rebound_inside))
            return proof_.refuse(quoted(target) + " is used by a function inside of this one");
        if (const ArmAssignment* before = find(arm_, 0, std::string(target.text()));
            before && (!variable || together || before->together))
            return proof_.refuse(quoted(target) + " is assigned twice in one arm");
        arm_.push_back({.text = std::string(target.text()),
                        .place = target,
                        .variable = variable,
                        .value = value,
                        .together = together});
    }

    // `other.mean`, behind `self.mean = y`; items may have any key.
    [[nodiscard]] Node other_name(Node value) const {
        for (const Node node : subtree(value)) {
            const bool item = function::is_item(facts_, node);
            if (!item && !node.is(Kind::attribute)) continue;
            const std::string last = item ? "]" : "." + std::string(node.child(Field::attribute).text());
            const auto is_other = [&](const ArmAssignment& each) {
                return !each.variable && each.text.ends_with(last) && each.text != node.text() &&
                       !(item && each.text.starts_with(std::string(node.child(Field::value).text()) + "["));
            };
            if (std::ranges::any_of(arm_, is_other)) return node;
        }
        return {};
    }

    const Facts& facts_;
    Proof& proof_;
    Arm arm_;
};

}  // namespace

const ArmAssignment* find(const Arm& arm, std::size_t from, const std::string& text) {
    for (std::size_t i = from; i < arm.size(); ++i)
        if (arm[i].text == text) return &arm[i];
    return nullptr;
}

Arm read_arm(const Facts& facts, const std::vector<Node>& statements, Proof& proof) {
    ArmReader reader(facts, proof);
    for (const Node statement : statements) reader.add(statement);
    return reader.take();
}

Arm read_arm(const Facts& facts, syntax::Assignment assignment, Node value, Proof& proof) {
    ArmReader reader(facts, proof);
    reader.assign(assignment, value);
    return reader.take();
}

Arm one_by_one(const Facts& facts, Arm arm, Proof& proof) {
    for (std::size_t i = 0; i < arm.size(); ++i) {
        std::size_t end = i + 1;
        while (end < arm.size() && arm[i].together && arm[end].together == arm[i].together) ++end;
        // First one that no other of them reads: `ret` of `adv, ret = adv * 0.5, ret + adv`.
        const std::span<ArmAssignment> group(arm.data() + i, end - i);
        const auto is_left_alone = [&](const ArmAssignment& each) {
            return each.variable && std::ranges::none_of(group, [&](const ArmAssignment& other) {
                       return &other != &each && reads(facts, other.value, each.variable);
                   });
        };
        const auto first = group.size() > 1 ? std::ranges::find_if(group, is_left_alone) : group.begin();
        if (first == group.end()) proof.refuse("only one of the arms assigns several variables at once");
        if (first != group.end()) std::rotate(group.begin(), first, first + 1);
        arm[i].together = {};
    }
    return arm;
}

bool reads(const Facts& facts, Node value, const names::Binding* variable) {
    for (const Node node : subtree(value))
        if (facts.variable(node) == variable) return true;
    return false;
}

bool reads(const Facts& facts, const Arm& arm, const names::Binding* variable) {
    return std::ranges::any_of(arm, [&](const ArmAssignment& each) { return reads(facts, each.value, variable); });
}

}  // namespace transforms::if_conversion
