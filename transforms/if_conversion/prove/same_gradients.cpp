#include "transforms/if_conversion/prove/same_gradients.h"

#include "analysis/effects/escape.h"
#include "analysis/effects/slot_definitions.h"
#include "analysis/function/dict_slot.h"
#include "analysis/function/in_place_update.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/edit/quote.h"
#include "transforms/edit/words.h"
#include "transforms/forms.h"
#include "transforms/if_conversion/prove/gradient_join.h"
#include "transforms/speculation/gradient_hazards.h"
#include "transforms/speculation/speculation.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <vector>

namespace transforms::if_conversion {

using effects::Root;
using syntax::Kind;
using syntax::Node;

namespace {

constexpr std::string_view zeros_for_none = " get a gradient of zeros instead of none";

// `z = x.exp()` in front of the branch, and only one arm reads z: the zeros that it gets otherwise may not stay zeros.
void reaches_no_hazard(Case& c, const Root& root, Node made) {
    std::vector<Node> factors;
    const auto stays = [&](Node factor) {
        return c.facts.variable(factor) || effects::held_since(c.facts, factor, syntax::statement_of(factor)) ==
                                               effects::held_since(c.facts, factor, c.at.statement);
    };
    if (!speculation::may_spoil(c.facts, made, &factors) && std::ranges::all_of(factors, stays)) {
        for (const Node factor : factors) c.proof.test(speculation::is_moderate(factor));
        return;
    }
    proof::Proof kinds;
    const auto test = speculation::wants_no_gradient(c.facts, c.at.statement, {root}, kinds);
    const std::string reason =
        "what made `" + std::string(root.name) + "` may spoil gradients although its result is not used";
    if (!test && c.proof.answer() == proof::Answer::test) return c.proof.refuse(reason);
    c.proof.test_or_assume(test, kinds, std::string(speculation::finite_gradients), reason);
}

// It did not come in as a parameter or from outside, and roots_of() could not tell what it was made of.
bool is_made_here(const Case& c, const Root& root) {
    const auto& bindings = c.facts.scope().bindings;
    const auto variable = std::ranges::find(bindings, root.name, &names::Binding::text);
    if (variable == bindings.end()) {
        const Node given = c.facts.function().tree()->node(root.since);
        const bool is_item = root.name.ends_with(']') && given.index() > c.facts.function().index();
        return is_target(given) || (is_item && syntax::is_within(given, c.facts.function()));
    }
    const auto made = c.facts.definition(*variable, c.at.statement);
    return !made || made->statement || speculation::changes_in_place(c.facts, *variable);
}

// In a `with torch.no_grad():` a select is without the gradient that the tensor from outside has.
void keeps_gradient(Case& c, const Target& target) {
    for (const Node value : target.values) {
        if (value && !function::is_update(value) && effects::makes_new_tensor(c.facts, value)) continue;
        const Node updated = value && function::is_update(value) ? function::updated_by(value) : value;
        const names::Binding* variable = updated ? c.facts.variable(updated) : target.variable;
        if (!variable || !c.facts.must_defined().before(c.at.statement, variable->text))
            return c.proof.refuse(edit::quoted(c.at.statement) + " would lose the gradient of what it leaves");
        const auto made = c.facts.definition(*variable, c.at.statement);
        const bool here = made && made->statement && effects::makes_new_tensor(c.facts, made->value) &&
                          with_around(made->value) == with_around(c.at.statement);
        if (here) continue;
        if (effects::is_inference(c.facts, with_around(c.at.statement)))
            return c.proof.refuse(edit::quoted(c.at.statement) + " would leave a tensor of inference mode");
        c.proof.test(proof::wants_no_gradient(variable->text));
    }
}

// Where an arm is chosen that the tensor takes no part in.
void gets_zeros(Case& c, std::size_t index, const Root& root, std::vector<std::string>& assumed) {
    const std::vector<Node>& values = c.at.targets[index].values;
    const std::string name = "`" + std::string(root.name) + "`";
    if (c.proof.answer() == proof::Answer::test) {
        const bool keeps = std::ranges::any_of(values, [](Node value) { return !value; });
        proof::Proof kinds;
        const auto test = speculation::wants_no_gradient(c.facts, c.at.statement, root, values,
                                                         keeps ? c.at.targets[index].variable : nullptr, kinds);
        return c.proof.test_or_assume(test, kinds, {}, name + " would" + std::string(zeros_for_none));
    }
    for (std::size_t arm = 0; arm < c.at.arms(); ++arm)
        if (c.roots(index, arm).differentiable.empty() && speculation::detaches(c.facts, values[arm]))
            return c.proof.refuse(edit::quoted(values[arm]) + " is cut off from what gradients are wanted of");
    if (std::ranges::find(assumed, name) == assumed.end()) assumed.push_back(name);
    if (is_made_here(c, root))
        c.proof.assume(std::string(speculation::finite_gradients), name + " would" + std::string(zeros_for_none));
}

// One arm gives whole numbers, `x.round().long()`, and so do all: they have one dtype. No gradient is wanted of them.
bool is_whole(const Case& c, const Target& target) {
    return target.cast.empty() && !target.is_copied && !target.cut &&
           std::ranges::any_of(target.values, [&](Node value) {
               const values::Value given = value ? c.facts.value(value) : values::Value{};
               return given.is_tensor() && given.dtype == torch::Dtype::integer;
           });
}

// Somebody asks for the gradient of the variable itself: `y.retain_grad()`, `torch.autograd.grad(loss, y)`.
bool is_watched(const Case& c, const Root& root) {
    constexpr std::array<std::string_view, 3> watching{"grad", "retain_grad", "register_hook"};
    const auto& bindings = c.facts.scope().bindings;
    const auto variable = std::ranges::find(bindings, root.name, &names::Binding::text);
    if (variable == bindings.end()) return false;
    return std::ranges::any_of(c.facts.uses_of(*variable), [&](Node use) {
        const std::string_view member = use.parent().child(syntax::Field::attribute).text();
        const Node call = syntax::enclosing(use, Kind::call);
        const torch::Row* row = call ? c.facts.row_of(call) : nullptr;
        const bool is_asked_for = row && row->role == torch::Role::asks_gradients &&
                                  syntax::is_within(use, call.child(syntax::Field::arguments));
        return is_asked_for || std::ranges::find(watching, member) != watching.end();
    });
}

// `self.h = torch.where(c, x * 2, self.h)` is made of what an earlier call has left, and of what that was made of.
void keeps_no_history(Case& c, std::size_t index) {
    const Target& target = c.at.targets[index];
    const bool keeps =
        std::ranges::any_of(target.values, [&](Node value) { return !value || value.text() == target.text; });
    if (c.proof.answer() != proof::Answer::assume || target.variable || target.written || target.text.empty() || !keeps)
        return;
    for (std::size_t arm = 0; arm < c.at.arms(); ++arm) {
        if (!c.roots(index, arm).differentiable.empty())
            return c.proof.assume("`" + target.text + "` carries no gradient from one call to the next",
                                  "`" + target.text + "` may hold what an earlier call has left");
    }
}

// What keeps_no_history() says of it is enough.
bool is_kept_by_name(const Case& c, std::size_t index, const Root& root) {
    const Target& target = c.at.targets[index];
    return !target.variable && !target.written && root.name == target.text;
}

// What takes part in one arm has to take part in all of them. `zeros` is what gets them, if that is assumed.
void arms_give_same_gradients(Case& c, std::size_t index, std::vector<std::string>& zeros) {
    std::map<Root, std::size_t> arms;                      // in how many of them it takes part
    std::map<Root, std::size_t> watched;                   // what somebody asks for the gradient of, likewise
    std::map<Root, std::pair<std::size_t, Node>> between;  // and what made it
    for (std::size_t arm = 0; arm < c.at.arms(); ++arm) {
        const effects::Roots roots = c.roots(index, arm);
        for (const Root& root : roots.differentiable) arms[root] += roots.surely_differentiable.contains(root) ? 1 : 0;
        for (const auto& [root, made] : roots.between)
            if (is_watched(c, root)) ++watched[root];
        for (const auto& [root, made] : roots.between)
            if (speculation::may_spoil(c.facts, made.value)) between[root] = {between[root].first + 1, made.value};
    }
    for (const auto& [root, count] : watched)
        if (count < c.at.arms())
            return c.proof.refuse("`" + std::string(root.name) + "` would" + std::string(zeros_for_none));
    for (const auto& [root, made] : between)
        if (made.first < c.at.arms()) reaches_no_hazard(c, root, made.second);
    for (const auto& [root, count] : arms)
        if (count != c.at.arms() && !takes_part_everywhere(c, index, root) && !is_joined(c, index, root) &&
            !(c.proof.answer() == proof::Answer::assume && is_kept_by_name(c, index, root)))
            gets_zeros(c, index, root, zeros);
}

}  // namespace

void same_gradients(Case& c) {
    const Node with = with_around(c.at.statement);
    for (std::size_t i = 0; with && i < c.at.targets.size(); ++i) {
        const Target& target = c.at.targets[i];
        // A write of values, which nobody records, leaves what a tensor is made of as it was (writes_unseen).
        const bool only_writes = target.written && target.text.empty();
        if (c.chooses_tensor(i) && !only_writes) keeps_gradient(c, target);
    }
    if (c.without_gradients()) return;
    for (std::size_t i = 0; i < c.at.targets.size(); ++i) keeps_no_history(c, i);
    std::vector<std::string> zeros;
    for (std::size_t i = 0; i < c.at.targets.size(); ++i)
        if (c.chooses_tensor(i) && !c.at.targets[i].writes_data() && !is_whole(c, c.at.targets[i]))
            arms_give_same_gradients(c, i, zeros);
    if (zeros.empty()) return;
    c.proof.assume(edit::joined(zeros, " and ") + " may" + std::string(zeros_for_none),
                   zeros.front() + " would" + std::string(zeros_for_none));
}

std::vector<std::string> with_gradients_as_one(std::vector<std::string> assumptions, std::size_t more) {
    if (assumptions.size() + more <= max_assumptions) return assumptions;
    const auto zeros =
        std::ranges::find_if(assumptions, [](const auto& each) { return each.ends_with(zeros_for_none); });
    const auto finite = std::ranges::find(assumptions, speculation::finite_gradients);
    if (zeros == assumptions.end() || finite == assumptions.end()) return assumptions;
    *finite += ", and may be zeros instead of none";
    assumptions.erase(zeros);
    return assumptions;
}

}  // namespace transforms::if_conversion
