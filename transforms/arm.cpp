#include "transforms/arm.h"

#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "analysis/values/classes.h"
#include "transforms/item.h"
#include "transforms/speculation.h"
#include "transforms/update.h"

#include <algorithm>

namespace transforms {

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
        if (is_update(only)) {
            const std::vector<Node> links = links_of(only);
            const auto has_twin = [&](Node link) {
                const torch::Row* row = facts_.row_of(link);
                return row && row->traits.in_place && facts_.pure_twin(link);
            };
            if (std::ranges::all_of(links, has_twin)) return put(updated_by(only), only, {});
        }
        const auto assignment = syntax::as<syntax::Assignment>(only);
        if (!assignment || !assignment->value() || assignment->annotation()) return more(statement);
        if (assignment->value().is(Kind::assignment)) return more(statement);
        assign(*assignment, assignment->value());
    }

    void assign(syntax::Assignment assignment, Node value) {
        const std::vector<Node> targets = syntax::elements_of(assignment.target());
        if (targets.size() == 1 && targets.front() == assignment.target()) return give(assignment.target(), value, {});
        const Node plain = syntax::unparenthesized(value);
        const std::vector<Node> values = syntax::elements_of(plain);
        if (values.size() != targets.size() || values.front() == plain)
            return proof_.refuse(quoted(assignment.node) + " unpacks what is not known here");
        for (std::size_t i = 0; i < targets.size(); ++i) give(targets[i], values[i], assignment.node);
    }

    [[nodiscard]] Arm take() { return std::move(arm_); }

  private:
    // `y = z.mul_(2.0)` changes another tensor, too.
    void give(Node target, Node value, Node together) {
        const Node plain = syntax::unparenthesized(value);
        const bool writes = is_update(plain) && updated_by(plain).text() != target.text();
        if (writes) return proof_.refuse(quoted(plain) + " writes to the tensor itself, which others may see");
        put(target, value, together);
    }

    void more(Node statement) { proof_.refuse("an arm does more than to assign variables: " + quoted(statement)); }

    void put(Node target, Node value, Node together) {
        if (proof_.refused()) return;
        const names::Binding* variable = facts_.variable(target);
        const bool attribute = target.is(Kind::attribute) && target.child(Field::object).is(Kind::identifier) &&
                               facts_.variable(target.child(Field::object));
        const bool item = is_item(facts_, target) && is_spelled_alike(facts_, target);
        if (!target.is(Kind::identifier) && !attribute && !item)
            return proof_.refuse("an arm assigns to more than a plain variable: " + quoted(target));
        if (!variable && !attribute && !item)
            return proof_.refuse(quoted(target) + " is no variable of this function alone");
        if (const Node other = other_name(value))
            return proof_.refuse(quoted(other) + " may be what the arm has assigned by another name");
        if (variable && (variable->captured || variable->rebound_inside))
            return proof_.refuse(quoted(target) + " is used by a function inside of this one");
        if (const ArmAssignment* before = find(arm_, 0, std::string(target.text()));
            before && (!variable || together || before->together))
            return proof_.refuse(quoted(target) + " is assigned twice in one arm");
        arm_.push_back(
            {.text = std::string(target.text()), .variable = variable, .value = value, .together = together});
    }

    // `other.mean`, behind `self.mean = y`; items may have any key.
    [[nodiscard]] Node other_name(Node value) const {
        for (std::uint32_t i = value.index(); i < value.end_index(); ++i) {
            const Node node = value.tree()->node(i);
            const bool item = is_item(facts_, node);
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

bool is_constant(const Facts& facts, Node node) {
    return node.is(Kind::none) || facts.value(node).is(values::Kind::literal);
}

// To assign it what it is does nothing: no `__setattr__`, and no nn.Parameter, which takes no tensor.
bool can_be_set(const Facts& facts, Node place) {
    if (is_item(facts, place)) return true;
    const values::Value object = facts.value(place.child(Field::object));
    return is_plain_attribute(facts, place) && !object.object().class_->owner_of("__setattr__") &&
           facts.value(place).origin != values::Origin::parameter;
}

// Puts the assignments of all arms in one order, which has to be that of each.
class Merger {
  public:
    Merger(const Facts& facts, Node statement, std::vector<Arm> arms, Proof& proof)
        : facts_(facts), statement_(statement), arms_(std::move(arms)), proof_(proof), next_(arms_.size()) {}

    std::vector<Target> merge() {
        one_by_one();
        while (!proof_.refused()) {
            const ArmAssignment* first = next_of_all();
            if (!first) break;
            take(*first);
        }
        return std::move(targets_);
    }

  private:
    // Where not all arms assign the same variables at once: `a, b = x, y` as `a = x` and `b = y`.
    void one_by_one() {
        const auto together = [](const ArmAssignment& each) { return static_cast<bool>(each.together); };
        const auto sample =
            std::ranges::find_if(arms_, [&](const Arm& arm) { return std::ranges::any_of(arm, together); });
        if (sample == arms_.end()) return;
        const auto is_like_sample = [&](const Arm& arm) {
            return arm.empty() || std::ranges::equal(*sample, arm, [](const ArmAssignment& a, const ArmAssignment& b) {
                       return a.text == b.text && a.together && b.together;
                   });
        };
        if (std::ranges::all_of(arms_, is_like_sample)) return;
        for (Arm& arm : arms_)
            for (std::size_t i = 0; i < arm.size(); ++i) {
                for (std::size_t k = i + 1; k < arm.size() && arm[i].together && arm[k].together == arm[i].together;
                     ++k)
                    if (!arm[i].variable || reads(facts_, arm[k].value, arm[i].variable))
                        return proof_.refuse("only one of the arms assigns several variables at once");
                arm[i].together = {};
            }
    }

    // What is next in each arm that assigns it at all from here on, or can be.
    const ArmAssignment* next_of_all() {
        bool left = false;
        for (std::size_t i = 0; i < arms_.size(); ++i) {
            if (next_[i] == arms_[i].size()) continue;
            left = true;
            const ArmAssignment& first = arms_[i][next_[i]];
            bool fits = true;
            for (std::size_t k = 0; k < arms_.size(); ++k) {
                const ArmAssignment* found = find(arms_[k], next_[k], first.text);
                fits = fits && (!found || can_be_next(k, *found));
            }
            if (fits) return &first;
        }
        if (left) proof_.refuse("the arms assign their variables in different orders");
        return nullptr;
    }

    // Nothing in front of it in its arm needs it later, or gives what it needs.
    bool can_be_next(std::size_t arm, const ArmAssignment& wanted) const {
        for (auto each = &arms_[arm][next_[arm]]; each != &wanted; ++each)
            if (!each->variable || !wanted.variable || reads(facts_, wanted.value, each->variable) ||
                reads(facts_, each->value, wanted.variable))
                return false;
        return true;
    }

    void take(ArmAssignment first) {
        Target target{.text = first.text, .variable = first.variable, .together = first.together};
        std::size_t assigning = 0, of = 0;
        bool known_in_front = true;  // what is given, if that is one variable
        for (std::size_t i = 0; i < arms_.size(); ++i) {
            const auto next = arms_[i].begin() + static_cast<std::ptrdiff_t>(next_[i]);
            const auto found =
                std::find_if(next, arms_[i].end(), [&](const auto& each) { return each.text == first.text; });
            const bool assigns = found != arms_[i].end();
            if (assigns) std::rotate(next, found, found + 1);
            target.values.push_back(assigns ? arms_[i][next_[i]++].value : Node{});
            if (!assigns && !first.variable) target.values.back() = read_in_arms(first.text);
            if (assigns) ++assigning, of = i;
            known_in_front = known_in_front && assigns && !is_assigned_before(i);
        }
        target.temporary = assigning == 1 && is_temporary(first, of);
        target.alike = assigning == arms_.size() && (same_constant(facts_, target.values) ||
                                                     (known_in_front && same_variable(facts_, target.values)));
        const bool is_first = std::ranges::find(targets_, target.text, &Target::text) == targets_.end();
        if (target.variable && !target.alike && is_first)
            for (Node& each : target.values)
                if (each && facts_.variable(each) == target.variable) each = {};  // `c = c`
        targets_.push_back(std::move(target));
    }

    // `self.scale` of `self.scale = self.scale * 0.9`: what an arm leaves that does not assign it.
    [[nodiscard]] Node read_in_arms(const std::string& text) const {
        for (const Arm& arm : arms_)
            for (const ArmAssignment& each : arm)
                for (std::uint32_t i = each.value.index(); i < each.value.end_index(); ++i)
                    if (const Node node = each.value.tree()->node(i);
                        node.text() == text && !is_target(node) && can_be_set(facts_, node))
                        return node;
        return {};
    }

    // The variable that the arm has just assigned from; not if only at once with it.
    bool is_assigned_before(std::size_t arm) const {
        const ArmAssignment& last = arms_[arm][next_[arm] - 1];
        return std::ranges::any_of(arms_[arm], [&](const ArmAssignment& each) {
            return each.text == last.value.text() && !(last.together && each.together == last.together);
        });
    }

    bool is_temporary(const ArmAssignment& one, std::size_t of) {
        if (!one.variable || one.together || is_read_behind(one.variable->text)) return false;
        for (std::size_t i = 0; i < arms_.size(); ++i)
            if (i != of && (reads(facts_, arms_[i], one.variable) || find(arms_[i], 0, one.text))) return false;
        return true;
    }

    // Or in another round, if these are the arms of a round.
    [[nodiscard]] bool is_read_behind(std::string_view name) const {
        const Node round = is_loop(statement_) ? statement_.child(Field::body).first_child() : Node{};
        return facts_.liveness().after(statement_, name) || (round && facts_.liveness().before(round, name));
    }

    const Facts& facts_;
    Node statement_;
    std::vector<Arm> arms_;
    Proof& proof_;
    std::vector<std::size_t> next_;
    std::vector<Target> targets_;
};

bool same_text(const std::vector<Node>& values) {
    return std::ranges::all_of(values, [&](Node each) { return each.text() == values.front().text(); });
}

}  // namespace

bool same_constant(const Facts& facts, const std::vector<Node>& values) {
    return is_constant(facts, values.front()) && same_text(values);
}

bool same_variable(const Facts& facts, const std::vector<Node>& values) {
    return facts.variable(values.front()) && same_text(values);
}

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

bool reads(const Facts& facts, Node value, const names::Binding* variable) {
    for (std::uint32_t i = value.index(); i < value.end_index(); ++i)
        if (facts.variable(value.tree()->node(i)) == variable) return true;
    return false;
}

bool reads(const Facts& facts, const Arm& arm, const names::Binding* variable) {
    return std::ranges::any_of(arm, [&](const ArmAssignment& each) { return reads(facts, each.value, variable); });
}

std::vector<Target> merge_arms(const Facts& facts, Node statement, const std::vector<Arm>& arms, Proof& proof) {
    return Merger(facts, statement, arms, proof).merge();
}

}  // namespace transforms
