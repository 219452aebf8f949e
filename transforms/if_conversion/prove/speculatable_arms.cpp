#include "transforms/if_conversion/prove/speculatable_arms.h"

#include "analysis/effects/accumulator.h"
#include "analysis/effects/escape.h"
#include "analysis/effects/saved_for_backward.h"
#include "analysis/function/in_place_update.h"
#include "analysis/function/literals.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "transforms/edit/emitted_names.h"
#include "transforms/edit/quote.h"
#include "transforms/edit/words.h"
#include "transforms/if_conversion/prove/loop_exit.h"
#include "transforms/scalar_uses/takers.h"
#include "transforms/speculation/gradient_hazards.h"
#include "transforms/speculation/speculation.h"

#include <algorithm>
#include <iterator>

namespace transforms::if_conversion {

using edit::quoted;
using effects::Root;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

constexpr std::string_view grad_enabled = ".is_grad_enabled()";

// `y = x` before `y += 1` in the same arm, or none.
Node assigned_in_arm(const Case& c, const Target& target, std::size_t arm) {
    for (auto each = &target; each != c.at.targets.data(); --each) {
        const Target& earlier = *(each - 1);
        const Node given = earlier.variable == target.variable ? earlier.values[arm] : Node{};
        if (given && !function::is_update(given)) return given;
    }
    return {};
}

// The variable that an update writes to holds the only reference to its tensor, and keeps its shape and dtype.
void update_is_private(Case& c, const Target& target, std::size_t arm) {
    const Node value = target.values[arm];
    const Node written = function::updated_by(value);
    const Node given = assigned_in_arm(c, target, arm);
    // A number is changed nowhere, whoever else has it.
    const values::Value known = c.facts.value(written);
    if (target.variable && (function::is_traced_number(known) ||
                            (function::is_number(known) && effects::is_accumulator(c.facts, *target.variable))))
        return;
    const bool is_private =
        target.variable &&
        (given ? effects::makes_new_tensor(c.facts, given) &&
                     effects::is_kept_private(c.facts, *target.variable, given.end_index(), value.index())
               : effects::is_unshared(c.facts, *target.variable, c.at.statement));
    if (!is_private) return c.proof.refuse(quoted(value) + " writes to the tensor itself, which others may see");
    const std::vector<Node> links = function::links_of(value);
    const operations::Form before = c.forms.of(written);
    if (!std::ranges::all_of(links, [&](Node link) { return operations::same_form(c.forms.of(link), before); }))
        return c.proof.refuse(quoted(value) + " may not fit the shape or dtype of the tensor that it writes to",
                              proof::metadata);
    if (c.records_none()) return;
    const Node from = given ? syntax::statement_of(value) : c.at.statement;
    const auto saved =
        effects::saved_with(c.facts, *target.variable, from, (c.at.loop ? c.at.loop : c.at.statement).end_index());
    if (!saved) return;
    std::set<Root> wanted =
        c.tensors_of(effects::roots_of(c.facts, *target.variable, from, c.facts.value(written))).differentiable;
    wanted.merge(c.tensors_of(*saved).differentiable);
    if (saved->known && wanted.empty()) return;
    proof::Proof kinds;
    const auto test = speculation::wants_no_gradient(c.facts, c.at.statement, wanted, kinds);
    if (saved->known && test) {
        c.proof.test_kinds_of(kinds);
        return c.proof.test(*test);
    }
    c.proof.refuse(quoted(value) + " may write to what a gradient is computed from, which raises an error");
}

// Of what the arm reads, where the variables that these came in by hold something else by now: `x = x - 0.5`.
std::optional<proof::Guard> wants_no_gradient_of(const Case& c, std::size_t arm, const std::set<Root>& roots,
                                                 proof::Proof& kinds) {
    std::vector<Node> expressions;
    for (const Target& target : c.at.targets)
        if (target.values[arm]) expressions.push_back(target.values[arm]);
    proof::Guards all;
    for (const Root& root : roots) {
        auto test = speculation::wants_no_gradient(c.facts, c.at.statement, root, expressions, nullptr, kinds);
        if (!test) return std::nullopt;
        if (std::ranges::find(all, *test) == all.end()) all.push_back(std::move(*test));
    }
    if (all.empty()) return std::nullopt;
    return all.size() == 1 ? all.front() : proof::all_of(std::move(all));
}

void spoils_nothing(Case& c, std::size_t arm, const speculation::Speculation& speculation) {
    std::set<Root> roots;
    for (std::size_t i = 0; i < c.at.targets.size(); ++i)
        if (c.at.targets[i].values[arm] && !c.at.targets[i].writes_data()) roots.merge(c.roots(i, arm).differentiable);
    proof::Proof kinds;
    auto test = speculation::wants_no_gradient(c.facts, c.at.statement, roots, kinds);
    if (!test) test = wants_no_gradient_of(c, arm, roots, kinds);
    if (!speculation.is_singular())
        return c.proof.test_or_assume(test, kinds, std::string(speculation::finite_gradients), speculation.hazard());
    if (!test) return c.proof.refuse(speculation.hazard());
    c.proof.test_kinds_of(kinds);
    c.proof.test(*test);
}

// An operation of both arms: if it does not fit, one of them raises anyway.
void learn_from(Case& c, std::size_t arm, metadata::Forms& forms) {
    for (std::size_t i = 0; i < c.at.targets.size(); ++i) {
        if (const Node value = c.at.targets[i].values[arm]) forms.is_evaluated(value);
        assign(c.at.targets, i, arm, forms);
    }
    for (const Target& target : c.at.targets) forms.forget(target.text);
    for (const auto& [name, value] : c.predicate.bound) forms.assign(name, forms.of(value));
}

void check_value(Case& c, const Target& target, std::size_t arm, speculation::Speculation& speculation) {
    const Node value = target.values[arm];
    if (target.temporary && target.cut) {
        speculation.check(target.cut);
        if (!speculation.trusts() && !function::number_of(c.facts.value(value)))
            c.proof.refuse(quoted(value) + " may not fit " + quoted(target.cut), {proof::Requirement::fit});
    }
    if (function::is_update(value)) {
        speculation.check_update(value);
        if (!c.proof.refused() && !target.written && !target.cut) update_is_private(c, target, arm);
    } else if (target.temporary && speculation.is_limit(value)) {
        speculation.check_limit(value);
    } else if (!target.alike) {
        speculation.check(value);
    }
}

// `alike`: all rounds of the loop around are, so what is evaluated in the first one raises there if at all.
void value_may_run(Case& c, std::size_t index, std::size_t arm, bool alike, speculation::Speculation& speculation) {
    const Target& target = c.at.targets[index];
    if (target.values[arm]) {
        if (alike && index < c.at.asked_behind) c.forms.is_evaluated(target.values[arm]);
        check_value(c, target, arm, speculation);
    }
    for (const Target& each : assigned_behind(c.at.targets, index))
        if (each.values[arm] && !each.text.empty()) speculation.assigned(each.text, each.values[arm]);
    assign(c.at.targets, index, arm, c.forms);
}

void arm_may_run(Case& c, std::size_t arm, bool alike) {
    metadata::Forms forms = c.forms;
    if (c.at.arms() == 2) learn_from(c, 1 - arm, forms);
    Case here{
        .facts = c.facts, .at = c.at, .predicate = c.predicate, .forms = forms, .proof = c.proof, .trusts = c.trusts};
    speculation::Speculation speculation(c.facts, c.at.statement, forms, c.proof);
    speculation.may_trust(c.trusts);
    for (const auto& [name, value] : c.predicate.bound) speculation.assigned(name, value);
    speculation.decided_by(c.at.conditions);
    speculation.may_guard(c.at.arms() == 2 && !c.at.loop && c.at.calls.empty());
    const auto ask_behind = [&](std::size_t values) {
        if (arm == 1 && c.at.loop && values == c.at.asked_behind) check_asked(c.at, alike, forms, speculation);
    };
    for (std::size_t i = 0; i < c.at.targets.size() && !c.proof.refused(); ++i) {
        ask_behind(i);
        if (!c.proof.refused()) value_may_run(here, i, arm, alike, speculation);
    }
    if (!c.proof.refused()) ask_behind(c.at.targets.size());
    std::ranges::copy(speculation.guarded(), std::back_inserter(c.predicate.guarded));
    if (!c.proof.refused() && speculation.spoils_gradients() && !c.without_gradients())
        spoils_nothing(c, arm, speculation);
}

// `self.hidden` and `critic.hidden`, unless these are objects of two classes; `self.fc(x)` reads `self.fc.weight`.
bool may_read(const function::Facts& facts, Node node, const function::Facts& here, Node place) {
    if (node.is(Kind::call) && place.is(Kind::attribute))
        return node.child(Field::function).text() == place.child(Field::object).text();
    if (node.kind() != place.kind()) return false;
    if (!place.is(Kind::attribute)) return &facts == &here && node.text() == place.text();
    if (node.child(Field::attribute).text() != place.child(Field::attribute).text()) return false;
    const values::Value one = facts.value(node.child(Field::object)), other = here.value(place.child(Field::object));
    const bool are_objects = one.is(values::Kind::object) && other.is(values::Kind::object);
    return !are_objects || one.object().class_ == other.object().class_;
}

// Something in front of the statement, or in another round of its loop, reads the place where gradients are recorded;
// or in front of a call that leads to it.
bool is_read_before(const function::Facts& facts, Node statement, const function::Facts& here, Node place, int depth) {
    constexpr int deepest = 3;
    const Node loop = syntax::outermost_loop(statement);
    const std::uint32_t end = loop ? loop.end_index() : statement.index();
    for (const Node node : subtree(syntax::Function{facts.function()}.body())) {
        if (node.index() >= end) break;
        if (syntax::is_target(node) || syntax::is_within(node, statement) || !may_read(facts, node, here, place))
            continue;
        const Node with = syntax::with_around(node);
        if (!with || !function::only_stops_gradients(facts, with)) return true;
    }
    if (!place.is(Kind::attribute) || depth == deepest) return false;
    return std::ranges::any_of(scalar_uses::calls_of(facts), [&](Node call) {
        const Node caller = syntax::function_of(call);
        const bool is_seen = caller.is(Kind::function_definition) && facts.program().number_of(caller) == 0;
        return is_seen && is_read_before(facts.all().of(caller), syntax::statement_of(call), here, place, depth + 1);
    });
}

}  // namespace

void arms_may_run(Case& c) {
    const bool alike = c.at.loop && rounds_are_alike(c.facts, c.at);
    for (std::size_t arm = 0; arm < c.at.arms(); ++arm) arm_may_run(c, arm, alike);
}

// A write, of the same values too, spoils what a gradient is computed from, and a leaf that wants one refuses it. So
// it is made where none are recorded.
void writes_unseen(Case& c) {
    std::vector<std::string> written;
    for (const Target& target : c.at.targets)
        if (target.written && !target.writes_data() &&
            std::ranges::find(written, quoted(target.written)) == written.end())
            written.push_back(quoted(target.written));
    if (written.empty() || c.records_none()) return;
    // In a `with torch.no_grad():` the write itself is not recorded, whatever was before.
    const auto is_needed = [&](const Target& each) {
        return each.written && !each.writes_data() && is_read_before(c.facts, c.at.statement, c.facts, each.written, 0);
    };
    if (c.stops_gradients() && std::ranges::any_of(c.at.targets, is_needed))
        return c.proof.refuse(written.front() + " is written to, and a gradient may need what it was before");
    if (c.stops_gradients())
        return c.proof.assume("no gradient needs what " + edit::joined(written, " and ") +
                                  (written.size() > 1 ? " were before" : " was before"),
                              written.front() + " is written to, and a gradient may need what it was before");
    const auto torch = edit::torch_name(c.facts.program().names(), c.facts.function());
    c.proof.test_or_assume(proof::code("not " + std::string(*torch) + std::string(grad_enabled)),
                           "no gradient is wanted of " + edit::joined(written, " and ") + ", nor needs what " +
                               (written.size() > 1 ? "they were before" : "it was before"),
                           written.front() + " is written to, and a gradient may need what it was before");
}

}  // namespace transforms::if_conversion
