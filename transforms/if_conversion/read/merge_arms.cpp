// How what the arms of a branch assign goes together.
#include "analysis/effects/slot_definitions.h"
#include "analysis/function/dict_slot.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "analysis/values/declared/classes.h"
#include "transforms/if_conversion/read/arm.h"

#include <algorithm>

namespace transforms::if_conversion {

using function::Facts;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

constexpr std::string_view registers = "register_buffer";

bool is_constant(const Facts& facts, Node node) {
    return node.is(Kind::none) || facts.value(node).is(values::Kind::literal);
}

bool is_call_of(const Facts& facts, Node node, std::string_view name) {
    const torch::Row* row = node.is(Kind::call) ? facts.row_of(node) : nullptr;
    return row && row->name == name;
}

// `self.scale = nn.Parameter(...)`, `self.register_parameter("scale", ...)`: from then on it takes no other tensor.
bool gives_parameter(const Facts& facts, Node class_, std::string_view name) {
    for (const Node node : subtree(class_)) {
        if (node.is(Kind::attribute) && is_target(node) && node.child(Field::attribute).text() == name &&
            is_call_of(facts, node.parent().child(Field::right), "torch.nn.Parameter"))
            return true;
        if (is_call_of(facts, node, "torch.nn.Module.register_parameter") &&
            syntax::plain_string(syntax::Call{node}.arguments().first_child()) == name)
            return true;
    }
    return false;
}

// `scale = torch.ones(1)` in the body of the class: what all its objects hold that have not been assigned one.
bool is_held_by_class(const values::Class& class_, std::string_view name) {
    const auto gives = [&](const names::Occurrence& each) {
        const auto assignment = syntax::as<syntax::Assignment>(each.node.parent());
        return !assignment || assignment->value();
    };
    return class_.scope && std::ranges::any_of(class_.scope->bindings, [&](const names::Binding& binding) {
               return binding.text == name && std::ranges::any_of(binding.occurrences, gives);
           });
}

// Each object has it from the start: `__init__` makes it, whatever it is given.
bool is_made_by_init(const values::Class& class_, std::string_view name) {
    const auto init = class_.methods.find("__init__");
    if (init == class_.methods.end()) return false;
    for (const Node statement : init->second.child(Field::body).children()) {
        const Node only = statement.is(Kind::expression_statement) ? statement.first_child() : Node{};
        const Node target = only.is(Kind::assignment) ? only.child(Field::left) : Node{};
        if (target.is(Kind::attribute) && target.child(Field::attribute).text() == name) return true;
        const Node called = only.is(Kind::call) ? only.child(Field::function) : Node{};
        if (called.is(Kind::attribute) && called.child(Field::attribute).text() == registers &&
            syntax::plain_string(syntax::Call{only}.arguments().first_child()) == name)
            return true;
    }
    return false;
}

// To assign it what it is does nothing.
bool can_be_set(const Facts& facts, Node place) {
    if (function::is_item(facts, place)) return true;
    if (!effects::is_plain_attribute(facts, place)) return false;
    const values::Class& class_ = *facts.value(place.child(Field::object)).object().class_;
    if (class_.owner_of("__setattr__")) return false;
    const std::string_view name = place.child(Field::attribute).text();
    return std::ranges::none_of(class_.ancestors, [&](const values::Class* each) {
        return each->open || each->node.tree() != place.tree() || gives_parameter(facts, each->node, name) ||
               is_held_by_class(*each, name);
    });
}

// Puts the assignments of all arms in one order, which has to be that of each.
class Merger {
  public:
    Merger(const Facts& facts, Node statement, std::vector<Arm> arms, proof::Proof& proof)
        : facts_(facts), statement_(statement), arms_(std::move(arms)), proof_(proof), next_(arms_.size()) {}

    std::vector<Target> merge() {
        take_apart();
        while (!proof_.refused()) {
            const ArmAssignment* first = next_of_all();
            if (!first) break;
            take(*first);
        }
        return std::move(targets_);
    }

  private:
    // Where not all arms assign the same variables at once.
    void take_apart() {
        if (std::ranges::count_if(arms_, [](const Arm& arm) { return !arm.empty(); }) < 2) return;
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
        for (Arm& arm : arms_) arm = one_by_one(facts_, std::move(arm), proof_);
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
        bool is_chosen = true;  // what is given, if that is one variable, or was known in front of the arms
        for (std::size_t i = 0; i < arms_.size(); ++i) {
            const auto next = arms_[i].begin() + static_cast<std::ptrdiff_t>(next_[i]);
            const auto found =
                std::find_if(next, arms_[i].end(), [&](const auto& each) { return each.text == first.text; });
            const bool assigns = found != arms_[i].end();
            if (assigns) std::rotate(next, found, found + 1);
            target.values.push_back(assigns ? arms_[i][next_[i]++].value : Node{});
            if (!assigns && !first.variable) target.values.back() = left(first);
            if (assigns) ++assigning, of = i;
            is_chosen = is_chosen && assigns && (!is_assigned_before(i) || is_chosen_before(target.values.back()));
        }
        target.temporary = assigning == 1 && is_temporary(first, of);
        target.alike = assigning == arms_.size() &&
                       (same_constant(facts_, target.values) || (is_chosen && same_variable(facts_, target.values)));
        const bool is_first = std::ranges::find(targets_, target.text, &Target::text) == targets_.end();
        if (target.variable && !target.alike && is_first)
            for (Node& each : target.values)
                if (each && facts_.variable(each) == target.variable) each = {};  // `c = c`
        if (std::ranges::any_of(target.values, [](Node value) { return static_cast<bool>(value); }))
            targets_.push_back(std::move(target));
        else if (!facts_.must_defined().before(statement_, target.text))
            proof_.refuse("`" + target.text + "` may not be assigned before the `if`");
    }

    // `self.scale` of `self.scale = self.scale * 0.9`: what an arm leaves that does not assign it.
    [[nodiscard]] Node left(const ArmAssignment& one) const {
        for (const Arm& arm : arms_)
            for (const ArmAssignment& each : arm)
                for (const Node node : subtree(each.value))
                    if (node.text() == one.text && !is_target(node) && can_be_set(facts_, node)) return node;
        if (function::is_item(facts_, one.place)) return one.place;
        const Node read = read_in_any_case(one.text);
        return read ? read : read_of_made(one.text);
    }

    // Elsewhere in the function, of what is there in any case.
    [[nodiscard]] Node read_of_made(const std::string& text) const {
        if (!statement_.is(Kind::if_statement)) return {};
        for (const Node node : subtree(facts_.function())) {
            if (!node.is(Kind::attribute) || node.text() != text || is_target(node) || !can_be_set(facts_, node))
                continue;
            const values::Class& class_ = *facts_.value(node.child(Field::object)).object().class_;
            const auto makes = [&](const values::Class* each) {
                return is_made_by_init(*each, node.child(Field::attribute).text());
            };
            if (std::ranges::any_of(class_.ancestors, makes)) return node;
        }
        return {};
    }

    // In front of the arms, where it holds what it still does when these are asked for: `self.best` of
    // `if loss < self.best: self.best = loss`. So it is there.
    [[nodiscard]] Node read_in_any_case(const std::string& text) const {
        if (!statement_.is(Kind::if_statement)) return {};
        for (std::uint32_t i = facts_.function().index(); i < statement_.end_index(); ++i) {
            const Node node = statement_.tree()->node(i);
            if (!node.is(Kind::attribute) || node.text() != text || is_target(node) || !can_be_set(facts_, node))
                continue;
            const Node reading = syntax::statement_of(node);
            if (syntax::is_within(node, syntax::If{statement_}.condition()) ||
                (i < statement_.index() && syntax::is_within(statement_, reading.parent()) &&
                 effects::held_since(facts_, node, reading) == effects::held_since(facts_, node, statement_)))
                return node;
        }
        return {};
    }

    // The variable that the arm has just assigned from; not if only at once with it.
    bool is_assigned_before(std::size_t arm) const {
        const ArmAssignment& last = arms_[arm][next_[arm] - 1];
        return std::ranges::any_of(arms_[arm], [&](const ArmAssignment& each) {
            return each.text == last.value.text() && !(last.together && each.together == last.together);
        });
    }

    // `y` of `y = a; z = y`: behind the arms it is what any of them gave.
    bool is_chosen_before(Node value) const {
        const auto is_it = [&](const Target& each) { return each.text == value.text() && !each.temporary; };
        return std::ranges::any_of(targets_, is_it);
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
    proof::Proof& proof_;
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

std::vector<Target> merge_arms(const Facts& facts, Node statement, const std::vector<Arm>& arms, proof::Proof& proof) {
    return Merger(facts, statement, arms, proof).merge();
}

}  // namespace transforms::if_conversion
