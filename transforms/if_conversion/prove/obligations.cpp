#include "transforms/if_conversion/prove/obligations.h"

#include "analysis/syntax/handlers.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/condition/static_conjuncts.h"
#include "transforms/established.h"
#include "transforms/if_conversion/prove/backward_path.h"
#include "transforms/if_conversion/prove/context.h"
#include "transforms/if_conversion/prove/guard_search.h"
#include "transforms/if_conversion/prove/loop_exit.h"
#include "transforms/if_conversion/prove/required_guards.h"
#include "transforms/if_conversion/prove/same_gradients.h"
#include "transforms/if_conversion/prove/same_layout.h"
#include "transforms/if_conversion/prove/same_metadata.h"
#include "transforms/if_conversion/prove/speculatable_arms.h"
#include "transforms/if_conversion/prove/symfloat_operands.h"
#include "transforms/if_conversion/prove/unobservable_copy.h"
#include "transforms/metadata/shape_guards.h"
#include "transforms/metadata/slot_guards.h"
#include "transforms/speculation/gradient_hazards.h"
#include "transforms/speculation/speculation.h"

#include <algorithm>
#include <array>

namespace transforms::if_conversion {

using syntax::Kind;
using syntax::Node;

namespace {

bool keeps(const Target& target) {  // in some arm, what it was
    return !std::ranges::all_of(target.values, [](Node value) { return static_cast<bool>(value); });
}

// A handler, or a context manager, may see that an arm is computed although it was not chosen.
void nobody_watches(Case& c) {
    for (Node node = c.at.statement.parent(); node && node != c.facts.function(); node = node.parent())
        if (node.is(Kind::with_statement) && !function::only_stops_gradients(c.facts, node))
            return c.proof.refuse("a `with` around it may see the difference");
    if (syntax::may_be_caught(c.at.statement)) return c.proof.refuse("a `try` around it may see the difference");
    if (c.facts.shows_all_variables()) c.proof.refuse("`locals()` or its like may see the difference");
    if (c.facts.reshapes_in_place()) c.proof.refuse("something in the function gives a tensor another shape in place");
}

// Under autocast a product has another dtype than its operands, and a logarithm, too. Who calls what is compiled is
// seldom seen: a file that speaks of autocast may run under it.
void dtypes_are_of_operands(Case& c) {
    const auto chooses = [](Node node) {
        return node.is(Kind::call) || (node.is(Kind::binary_operator) && operator_of(node) == syntax::Op::matmul);
    };
    const auto is_made_so = [&](Node node) {
        const names::Binding* variable = c.facts.variable(node);
        const auto made = variable ? c.facts.definition(*variable, c.at.statement) : std::nullopt;
        return chooses(node) || (made && made->statement && std::ranges::any_of(subtree(made->value), chooses));
    };
    for (const Target& target : c.at.targets)
        for (const Node value : target.values) {
            if (!value || !std::ranges::any_of(subtree(value), is_made_so)) continue;
            if (!mentions(value.tree()->root(), "autocast")) return;
            const std::string reason = "autocast may give " + edit::quoted(value) + " another dtype";
            if (c.proof.answer() == proof::Answer::test) return c.proof.refuse(reason);
            c.proof.assume(std::string(speculation::all_fit), reason);
        }
}

// Else nothing would ask the condition any more, and what it raises would not be raised.
void something_is_chosen(Case& c) {
    if (std::ranges::all_of(c.at.targets, [](const Target& each) { return each.temporary || each.alike; }))
        c.proof.refuse("nothing that is read later depends on the condition");
}

// Where an arm assigns it.
Node item_of(const Target& target) {
    for (const Node value : target.values)
        if (const auto assignment = value ? syntax::as<syntax::Assignment>(value.parent()) : std::nullopt;
            assignment && assignment->target().text() == target.text)
            return assignment->target();
    return {};
}

// `state["h"]`, which the program may be the first to assign in an arm: nothing in front of it asks for it.
void item_is_there(Case& c, const Target& target) {
    const auto stays = [&](Node value) { return !value || value.text() == target.text; };
    if (c.proof.answer() != proof::Answer::assume || std::ranges::none_of(target.values, stays)) return;
    for (std::uint32_t i = c.facts.function().index(); i < c.at.statement.index(); ++i) {
        const Node node = c.facts.function().tree()->node(i);
        if (node.is(Kind::subscript) && node.text() == target.text) return;
    }
    const Node item = item_of(target);
    if (item && metadata::is_never_there(c.facts, item, c.at.statement))
        return c.proof.refuse(c.name_of(target) + " is never there");
    c.proof.assume("`" + target.text + "` is there", c.name_of(target) + " may not be there");
}

void defined_before(Case& c) {
    for (const Target& target : c.at.targets) {
        if (target.text.ends_with("]")) {
            metadata::test_holder(c.facts, c.at.statement, target.text, c.proof);
            item_is_there(c, target);
        }
        if (!keeps(target) || target.temporary || c.by_walrus(target)) continue;
        if (!target.variable)
            return c.proof.refuse(c.name_of(target) + " would be assigned although the program does not");
        if (!c.facts.must_defined().before(c.at.statement, target.variable->text))
            return c.proof.refuse(c.name_of(target) + " may not be assigned before the `if`");
    }
}

// Where the tests do not hold, the program's own condition asks again.
void fixed_may_be_asked_again(Case& c) {
    if (!c.proof.has_guards()) return;
    const std::vector<Node> operands = condition::operands_of_and(c.at.conditions.front());
    for (std::size_t i = 0; i < c.predicate.fixed.size() && !c.proof.refused(); ++i)
        condition::may_be_asked_twice(c.facts, operands[i], c.proof);
}

// Where the fixed parts do not hold, what was there stays: the `else`, or the statements behind. Not so what a name in
// front of the statement would be made of.
void rest_can_stay(Case& c) {
    if (c.predicate.fixed.empty() || c.proof.has_guards()) return;
    using Form = Predication::Form;
    const bool inside = c.at.form == Form::expression;
    const bool names = inside && (c.at.targets.size() > 1 || !c.at.calls.empty() ||
                                  c.at.replaced != c.at.conditions.front().parent().span());
    if (names || c.at.form == Form::skip || c.at.form == Form::stop) c.proof.refuse("the condition has several parts");
}

// `torch.isnan(loss)`; none of other questions.
Node asked_for_infinity(const function::Facts& facts, Node condition) {
    constexpr std::array<std::string_view, 3> questions{"isnan", "isinf", "isfinite"};
    for (const Node node : subtree(condition)) {
        const torch::Row* row = node.is(Kind::call) ? facts.row_of(node) : nullptr;
        const std::string_view name = row ? row->last_word() : "";
        if (std::ranges::find(questions, name) != questions.end()) return node;
    }
    return {};
}

// `if torch.isnan(loss): loss = torch.zeros_like(loss)`: just where it is not chosen, the gradient is NaN.
void gradients_are_finite(Case& c) {
    const auto& assumed = c.proof.assumptions();
    if (std::ranges::find(assumed, speculation::finite_gradients) == assumed.end()) return;
    for (const Node condition : c.at.conditions) {
        Node asked = asked_for_infinity(c.facts, condition);
        if (!asked) asked = speculation::asked_at_border(c.facts, condition);
        if (asked)
            return c.proof.refuse("where " + edit::quoted(asked) +
                                  " says so, a gradient of what is not chosen is not finite");
    }
}

constexpr auto obligations = {rounds_are_few,
                              nobody_watches,
                              dtypes_are_of_operands,
                              something_is_chosen,
                              defined_before,
                              arms_may_run,
                              same_kind,
                              same_device,
                              same_layout,
                              copies_unseen,
                              writes_unseen,
                              no_changing_floats,
                              same_gradients,
                              gradients_can_go_back,
                              gradients_are_finite,
                              tests_hold_in_front,
                              fixed_may_be_asked_again,
                              rest_can_stay};

Proven attempt(const function::Facts& facts, const Predication& at, proof::Answer answer, const Given& given,
               proof::Requirements granted) {
    proof::Proof proof(answer);
    condition::Predicate predicate;
    for (const proof::Guard& each : at.tests) proof.test_kind(each);
    if (given.test) proof.test_kind(*given.test);
    metadata::Forms::Known known = grant(facts, at, granted, proof, given.forms);
    metadata::Forms forms(facts, at.statement, proof, std::move(known));
    absorb_columns(facts, at, granted, forms, proof);
    take_squares(facts, at, granted, forms, proof);
    const bool trusts = granted.has(proof::Requirement::fit);
    if (at.loop) {
        metadata::Forms asked = forms_when_asked(at, forms);
        predicate = condition::read_predicate(facts, at.conditions, at.statement, asked, proof, trusts);
    } else if (!proof.refused()) {
        predicate = condition::read_predicate(facts, at.conditions, at.statement, forms, proof, trusts);
    }
    if (given.decides) predicate.tensors.push_back(given.decides);
    Case all{.facts = facts, .at = at, .predicate = predicate, .forms = forms, .proof = proof, .trusts = trusts};
    for (const auto obligation : obligations) {
        if (proof.refused()) break;
        obligation(all);
    }
    return {.predicate = std::move(predicate),
            .proof = std::move(proof),
            .lifted = std::move(all.lifted),
            .starts_as_number = all.starts_as_number,
            .wide = std::move(all.wide)};
}

}  // namespace

Proven prove(const function::Facts& facts, const Predication& predication, proof::Answer answer, const Given& given) {
    using proof::Requirement;
    GuardSearch search(possible_requirements(facts, predication, answer));
    std::optional<Proven> refused;
    while (const auto granted = search.next()) {
        Proven proven = attempt(facts, predication, answer, given, *granted);
        const bool trusts = granted->has(Requirement::fit);
        const bool is_known_to_differ =
            !proven.proof.refused() && is_known_wrong(facts, predication.statement, proven.proof.guards());
        if (is_known_to_differ)
            proven.proof.refuse("the tensors are known to be others than the new code needs", {Requirement::fit});
        if (!proven.proof.refused()) {
            if (trusts) proven.proof.assume(std::string(speculation::all_fit), "devices may differ");
            return proven;
        }
        search.failed(*granted, proven.proof.would_help());
        if (!refused || (!trusts && !is_known_to_differ)) refused = std::move(proven);
    }
    return *std::move(refused);
}

}  // namespace transforms::if_conversion
