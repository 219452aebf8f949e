#include "transforms/if_conversion/read/rename_arms.h"

#include "analysis/function/in_place_update.h"
#include "analysis/syntax/tree.h"

#include <algorithm>
#include <string>

namespace transforms::if_conversion {

using function::Facts;
using proof::Proof;
using syntax::Node;

namespace {

// Whether the way needs what the variable was in front of it.
bool needs(const Facts& facts, const Arm& way, const std::vector<Node>& results, const names::Binding* variable) {
    for (const ArmAssignment& each : way) {
        if (reads(facts, each.value, variable)) return true;
        if (each.variable == variable) return false;
    }
    return std::ranges::any_of(results, [&](Node each) { return each && reads(facts, each, variable); });
}

class Apart {
  public:
    Apart(const Facts& facts, Predication& read, std::vector<Arm> arms, Proof& proof)
        : facts_(facts), read_(read), ways_(std::move(arms)), proof_(proof), results_(ways_.size()) {}

    void read() {
        for (Arm& arm : ways_) {
            arm = one_by_one(facts_, std::move(arm), proof_);
            for (const ArmAssignment& each : arm) check(each);
        }
        for (std::size_t i = 0; i < ways_.size() && !proof_.refused(); ++i) end(i);
        if (proof_.refused()) return;
        std::set<const names::Binding*> left;
        for (const ArmAssignment& each : left_) left.insert(each.variable);
        read_.renamed = keep_apart(facts_, ways_, results_, left, proof_);
        for (std::size_t i = 0; i < ways_.size(); ++i)
            for (const ArmAssignment& each : ways_[i]) {
                Target& target = add(each);
                target.values[i] = each.value;
                target.temporary = true;
            }
        while (!left_.empty() && !proof_.refused()) choose();
    }

  private:
    void check(const ArmAssignment& each) {
        if (function::is_update(each.value)) return refuse();
        const bool known = std::ranges::find(left_, each.variable, &ArmAssignment::variable) != left_.end();
        if (!known && facts_.liveness().after(read_.statement, each.text)) left_.push_back(each);
    }

    void refuse() { proof_.refuse("the arms assign their variables in different orders"); }

    // What the arm leaves: the value of its last assignment, which is then no step on its way any more, or a place that
    // reads it.
    void end(std::size_t arm) {
        const Arm way = ways_[arm];
        for (const ArmAssignment& each : left_) {
            const auto last =
                std::find_if(way.rbegin(), way.rend(), [&](const auto& one) { return one.variable == each.variable; });
            results_[arm].push_back(last == way.rend() ? Node{} : last->value);
            if (last == way.rend()) continue;
            const auto behind = last.base();
            if (const Node place = read_from(behind, way.end(), each.variable))
                results_[arm].back() = place;
            else if (std::any_of(behind, way.end(),
                                 [&](const auto& one) { return loses(way, last->value, one.variable); }))
                return refuse();
            else
                std::erase_if(ways_[arm], [&](const auto& one) { return one.value == last->value; });
        }
    }

    // At the end of the arm the variable is another one: as it was in front of all arms, it is there until it is
    // chosen.
    [[nodiscard]] bool loses(const Arm& way, Node value, const names::Binding* variable) const {
        return reads(facts_, value, variable) &&
               (std::ranges::find(left_, variable, &ArmAssignment::variable) == left_.end() ||
                std::ranges::count(way, variable, &ArmAssignment::variable) > 1);
    }

    [[nodiscard]] Node read_from(Arm::const_iterator begin, Arm::const_iterator end,
                                 const names::Binding* variable) const {
        for (; begin != end; ++begin)
            for (const Node node : subtree(begin->value))
                if (facts_.variable(node) == variable) return node;
        return {};
    }

    Target& add(const ArmAssignment& each) {
        return read_.targets.emplace_back(
            Target{.text = each.text, .variable = each.variable, .values = std::vector<Node>(ways_.size())});
    }

    // The first one that no other needs as it was.
    void choose() {
        for (std::size_t i = 0; i < left_.size(); ++i) {
            if (is_needed_besides(i)) continue;
            Target& target = add(left_[i]);
            for (std::size_t arm = 0; arm < ways_.size(); ++arm) {
                target.values[arm] = results_[arm][i];
                results_[arm].erase(results_[arm].begin() + static_cast<std::ptrdiff_t>(i));
            }
            target.alike = std::ranges::all_of(target.values, [](Node each) { return static_cast<bool>(each); }) &&
                           same_constant(facts_, target.values);
            left_.erase(left_.begin() + static_cast<std::ptrdiff_t>(i));
            return;
        }
        refuse();
    }

    [[nodiscard]] bool is_needed_besides(std::size_t index) const {
        for (std::size_t arm = 0; arm < ways_.size(); ++arm)
            for (std::size_t i = 0; i < left_.size(); ++i)
                if (i != index && results_[arm][index] && results_[arm][i] &&
                    reads_old(arm, results_[arm][i], left_[index].variable))
                    return true;
        return false;
    }

    [[nodiscard]] bool reads_old(std::size_t arm, Node value, const names::Binding* variable) const {
        const auto renamed = std::ranges::find_if(read_.renamed, [&](const Renamed& each) {
            return each.arm == arm && each.variable == variable && each.from <= value.index();
        });
        return renamed == read_.renamed.end() && reads(facts_, value, variable);
    }

    const Facts& facts_;
    Predication& read_;
    std::vector<Arm> ways_;
    Proof& proof_;
    Arm left_;                                // the variables that are read behind the statement
    std::vector<std::vector<Node>> results_;  // of each arm, for each of these
};

// Another way needs what the variable was, or assigns it later.
bool is_shared(const Facts& facts, const std::vector<Arm>& ways, const std::vector<std::vector<Node>>& results,
               std::size_t way, const ArmAssignment& each) {
    for (std::size_t k = 0; k < ways.size(); ++k) {
        if (k == way) continue;
        if (needs(facts, ways[k], results[k], each.variable) || (k > way && find(ways[k], 0, each.text))) return true;
    }
    return false;
}

}  // namespace

std::vector<Renamed> keep_apart(const Facts& facts, const std::vector<Arm>& ways,
                                const std::vector<std::vector<Node>>& results,
                                const std::set<const names::Binding*>& left, Proof& proof) {
    std::vector<Renamed> all;
    std::set<std::string> taken;
    const auto add = [&](std::size_t way, const ArmAssignment& each) {
        std::string name = each.text + "_";
        while (facts.program().names().name(name) || !taken.insert(name).second) name += "_";
        all.push_back({.arm = way, .variable = each.variable, .from = each.value.end_index(), .name = std::move(name)});
    };
    for (std::size_t i = 0; i < ways.size(); ++i)
        for (const ArmAssignment& each : ways[i]) {
            if (!each.variable || each.together || function::is_update(each.value)) {
                proof.refuse("the ways do more than to assign variables: `" + each.text + "`");
                return {};
            }
            const auto is_it = [&](const Renamed& one) { return one.arm == i && one.variable == each.variable; };
            if (std::ranges::any_of(all, is_it)) continue;
            if (left.contains(each.variable) || is_shared(facts, ways, results, i, each)) add(i, each);
        }
    return all;
}

void read_apart(const Facts& facts, Predication& read, const std::vector<Arm>& arms, Proof& proof) {
    Apart(facts, read, arms, proof).read();
}

}  // namespace transforms::if_conversion
