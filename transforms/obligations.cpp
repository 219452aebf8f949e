#include "transforms/obligations.h"

#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/roots.h"
#include "transforms/scalar.h"
#include "transforms/sharing.h"
#include "transforms/speculation.h"

#include <algorithm>

namespace transforms {

using syntax::Kind;
using syntax::Node;

namespace {

std::string name_of(const Target& target) { return "`" + std::string(target.variable->text) + "`"; }

// The value that an arm leaves in the variable.
values::Value value_of(const Facts& facts, const Predication& at, const Target& target, Node assigned) {
    if (assigned) return facts.value(assigned);
    const values::State* before = facts.program().state_at(at.predicate);
    const auto slot = static_cast<std::size_t>(target.variable - facts.scope().bindings.data());
    return before && slot < before->slots.size() ? before->slots[slot] : values::never();
}

enum class Side : bool { then, otherwise };

Node assigned_in(const Target& target, Side side) { return side == Side::then ? target.then : target.otherwise; }

Roots roots_of_arm(const Facts& facts, const Predication& at, const Target& target, Side side) {
    const Node assigned = assigned_in(target, side);
    if (!assigned) return roots_of(facts, *target.variable, at.statement, value_of(facts, at, target, assigned));
    Assigned arm;
    for (const Target& each : at.targets)
        if (const Node value = assigned_in(each, side)) arm.emplace(each.variable, value);
    return roots_of(facts, assigned, at.statement, arm);
}

// A handler, or a context manager, may see that an arm is computed although it was not chosen.
void nobody_watches(const Facts& facts, const Predication& at, Proof& proof) {
    for (Node node = at.statement.parent(); node && node != facts.function(); node = node.parent())
        if (node.is(Kind::try_statement) || node.is(Kind::with_statement))
            return proof.refuse(node.is(Kind::with_statement) ? "a `with` around it may see the difference"
                                                              : "a `try` around it may see the difference");
    if (facts.shows_all_variables()) proof.refuse("`locals()` or its like may see the difference");
}

void one_element(const Facts& facts, const Predication& at, Proof& proof) {
    const values::Value value = facts.value(at.predicate);
    if (!value.is_tensor() || value.maybe_none)
        return proof.refuse(quoted(at.predicate) + " may be something else than a tensor");
    if (!is_scalar(facts, at.predicate, at.statement))
        proof.refuse(quoted(at.predicate) + " may have more than one element");
    for (std::uint32_t i = at.predicate.index(); i < at.predicate.end_index(); ++i)
        if (at.predicate.tree()->node(i).is(Kind::named_expression)) proof.refuse("the condition assigns a variable");
}

void defined_before(const Facts& facts, const Predication& at, Proof& proof) {
    for (const Target& target : at.targets) {
        const bool keeps = (!target.then || !target.otherwise) && !target.temporary;
        if (keeps && !facts.must_defined().before(at.statement, target.variable->text))
            proof.refuse(name_of(target) + " may not be assigned before the `if`");
    }
}

void arms_may_run(const Facts& facts, const Predication& at, Proof& proof) {
    for (const Side side : {Side::then, Side::otherwise}) {
        Combined combined = combined_in(facts, at.predicate);
        for (const Target& target : at.targets)
            if (const Node other = assigned_in(target, side == Side::then ? Side::otherwise : Side::then))
                combined.merge(combined_in(facts, other));
        Speculation speculation(facts, at.statement, std::move(combined), proof);
        for (const Target& target : at.targets) {
            const Node value = assigned_in(target, side);
            if (!value || proof.refused()) continue;
            speculation.check(value);
            speculation.assigned(target.variable->text);
        }
    }
}

void same_kind(const Facts& facts, const Predication& at, Proof& proof) {
    for (const Target& target : at.targets) {
        if (target.temporary) continue;
        const values::Value then = value_of(facts, at, target, target.then);
        const values::Value otherwise = value_of(facts, at, target, target.otherwise);
        for (const values::Value value : {then, otherwise})
            if (!value.is_tensor() || value.maybe_none)
                return proof.refuse(name_of(target) + " may be something else than a tensor");
        if (then.dtype != otherwise.dtype)
            return proof.refuse("the arms of " + name_of(target) + " may have different dtypes");
        const bool same = then.meta != 0 && then.meta == otherwise.meta;
        // What the visible callers pass alike, others may not: both arms have to be made of the same inputs.
        const bool alike =
            roots_of_arm(facts, at, target, Side::then).all == roots_of_arm(facts, at, target, Side::otherwise).all;
        if (!same || !alike)
            return proof.refuse("the arms of " + name_of(target) + " may have different shapes or dtypes");
    }
}

void same_device(const Facts& facts, const Predication& at, Proof& proof) {
    const Roots predicate = roots_of(facts, at.predicate, at.statement);
    for (const Target& target : at.targets) {
        if (target.temporary) continue;
        const Roots arm = roots_of_arm(facts, at, target, Side::then);
        if (!predicate.known || !arm.known || !std::ranges::includes(arm.all, predicate.all))
            return proof.refuse("the condition may be on another device than " + name_of(target));
    }
}

void same_gradients(const Facts& facts, const Predication& at, Proof& proof) {
    if (facts.without_gradients()) return;
    for (const Target& target : at.targets) {
        if (target.temporary) continue;
        const auto then = roots_of_arm(facts, at, target, Side::then).differentiable;
        const auto otherwise = roots_of_arm(facts, at, target, Side::otherwise).differentiable;
        std::vector<Root> lonely;
        std::ranges::set_symmetric_difference(then, otherwise, std::back_inserter(lonely));
        for (const Root& root : lonely) {
            const std::string name = "`" + std::string(root.name) + "`";
            proof.assume(name + " may get a gradient of zeros instead of none",
                         name + " would get a gradient of zeros instead of none");
        }
    }
}

void certain_tensors(const Facts& facts, const Predication& at, Proof& proof) {
    std::set<Root> roots = roots_of(facts, at.predicate, at.statement).all;
    for (const Target& target : at.targets)
        for (const Side side : {Side::then, Side::otherwise})
            if (assigned_in(target, side) || !target.temporary) roots.merge(roots_of_arm(facts, at, target, side).all);
    for (const Root& root : roots) {
        const std::string name = "`" + std::string(root.name) + "`";
        if (root.likely) proof.assume(name + " is a tensor", name + " may be something else than a tensor");
    }
}

// A select always makes a new tensor.
void copies_unseen(const Facts& facts, const Predication& at, Proof& proof) {
    for (const Target& target : at.targets) {
        if (target.temporary) continue;
        const auto is_new = [&](Node assigned) {
            return assigned ? makes_new_tensor(facts, assigned) : is_unshared(facts, *target.variable, at.statement);
        };
        if (is_new(target.then) && is_new(target.otherwise)) continue;
        const Observer observer = observer_of(facts, *target.variable, at.statement);
        if (observer.writes)
            return proof.refuse(name_of(target) + " may be changed in place before the end of the function");
        if (observer)
            return proof.refuse(name_of(target) + " may be told from a copy in " +
                                quoted(syntax::statement_of(observer.node)));
    }
}

// PyTorch #194976: a float that changes from call to call, as a number operand of a fused graph, keeps an old value.
void no_changing_floats(const Facts& facts, const Predication&, Proof& proof) {
    const Node function = facts.function();
    for (std::uint32_t i = function.index(); i < function.end_index(); ++i) {
        const Node node = function.tree()->node(i);
        const Node holder = node.parent().is(Kind::keyword_argument) ? node.parent().parent() : node.parent();
        const names::Binding* variable = holder.is(Kind::argument_list) ? facts.variable(node) : nullptr;
        if (!variable || variable->occurrences.front().kind != names::BindingKind::parameter) continue;
        const torch::Row* row = facts.row_of(holder.parent());
        const values::Value value = facts.value(node);
        const bool changes =
            (value.is(values::Kind::number) && value.dtype != torch::Dtype::integer) || value.is(values::Kind::unknown);
        if (changes && row && row->gives == torch::Gives::tensor)
            return proof.refuse(
                quoted(node) + " may be a number that changes from call to call, and the compiler may keep an old one");
    }
}

constexpr auto obligations = {nobody_watches, one_element,   defined_before,     arms_may_run,    same_kind,
                              same_device,    copies_unseen, no_changing_floats, certain_tensors, same_gradients};

}  // namespace

void discharge(const Facts& facts, const Predication& predication, Proof& proof) {
    for (const auto obligation : obligations) {
        obligation(facts, predication, proof);
        if (proof.refused()) return;
    }
}

}  // namespace transforms
