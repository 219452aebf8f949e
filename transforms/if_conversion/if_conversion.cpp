#include "transforms/if_conversion/if_conversion.h"

#include "analysis/effects/accumulator.h"
#include "analysis/effects/escape.h"
#include "analysis/function/in_place_update.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/tree.h"
#include "transforms/condition/scalar_reads.h"
#include "transforms/edit/comments.h"
#include "transforms/edit/emitted_names.h"
#include "transforms/edit/layout.h"
#include "transforms/edit/quote.h"
#include "transforms/findings.h"
#include "transforms/forms.h"
#include "transforms/if_conversion/kind_versions.h"
#include "transforms/if_conversion/prove/same_gradients.h"
#include "transforms/if_conversion/prove/unobservable_copy.h"
#include "transforms/if_conversion/read/elif_chain.h"
#include "transforms/if_conversion/read/inline_calls.h"
#include "transforms/if_conversion/write/already_versioned.h"
#include "transforms/if_conversion/write/select.h"
#include "transforms/look_ahead.h"
#include "transforms/speculation/speculation.h"

#include <algorithm>
#include <iterator>

namespace transforms::if_conversion {

using function::Facts;
using proof::Answer;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

// `x += y`, and not `x += 0.5` nor `x.masked_fill_(mask, 0.5)`, which does nothing but to raise an error where the
// dtype or the shape changes.
bool updates_with_tensor(const Facts& facts, Node update) {
    if (!update || !function::is_update(update)) return false;
    const auto operation = syntax::as<syntax::AugmentedAssignment>(update);
    const auto may_be_tensor = [&](Node each) {
        return each && !function::is_mask(facts, each) &&
               !function::is_number(facts.value(each.is(Kind::keyword_argument) ? each.child(Field::value) : each));
    };
    if (operation) return may_be_tensor(operation->value());
    for (const Node link : function::links_of(update))
        for (const Node argument : link.child(Field::arguments).children())
            if (may_be_tensor(argument)) return true;
    return false;
}

// `x += y` keeps the dtype and the shape of x whatever y is, which the new code does not, unless it is copied to x.
proof::Guards guards_of(const Facts& facts, const Predication& predication, const Proven& proven) {
    proof::Guards guards = proven.proof.guards();
    for (const Target& target : predication.targets) {
        const auto keeps = [&](Node value) { return updates_with_tensor(facts, value); };
        if (target.text.empty() || std::ranges::none_of(target.values, keeps)) continue;
        for (proof::Guard& guard : guards)
            if (proof::asks_tensor(guard, target.text)) guard.assumable = false;
    }
    return guards;
}

std::vector<Fix> fixes_of(const Facts& facts, const Predication& predication, const Proven& proven, Style style,
                          std::string_view rewrite, std::string_view title) {
    proof::Guards all = guards_of(facts, predication, proven);
    const std::size_t more = all.empty() ? 0 : 1;  // that they hold, in short
    const Rewriting rewriting{
        .name = rewrite,
        .title = std::string(title),
        .where_tested = " where the tensors are alike",
        .assumptions = with_gradients_as_one(with_copies_as_one(proven.proof.assumptions()), more),
        .guards = std::move(all),
        .facts = &facts,
        .statement = predication.statement,
        .torch = std::string(style.torch),
        .testable = !proven.starts_as_number,
        .in_short = speculation::all_fit};
    return in_forms(rewriting, [&](const proof::Guards& guards) {
        Proven tested = proven;
        tested.proof.tests_instead(guards);
        return std::optional(edits_of(facts, predication, tested, style));
    });
}

// `chosen.numel() == 0` around `chosen`
Node condition_around(Node use) {
    Node node = use;
    for (Node around = node.parent(); around && !syntax::is_statement(around.kind()); around = around.parent()) {
        if (node.is(Kind::comparison_operator) || around.is(Kind::not_operator) || around.is(Kind::boolean_operator))
            break;
        node = around;
    }
    return node;
}

Proposal propose_with(const analysis::Analysis& analysis, const Facts& facts, Node operand, const Inlined* inlined,
                      Arms form) {
    proof::Proof reading;
    auto predication = read_predication(facts, operand, reading, form);
    if (predication && inlined && !reading.refused()) inlined->spell(*predication, reading);
    if (reading.refused()) return declined(*reading.unproven());
    if (!predication) return {};
    return propose_select(
        analysis, facts, *predication, "where",
        predication->loop ? "run all rounds, and keep what they leave by `torch.where`" : "rewrite with `torch.where`");
}

Proposal propose_at(Study& study, Node operand, const Inlined* inlined) {
    const analysis::Analysis& analysis = study.analysis();
    const Facts& facts = study.facts(syntax::function_of(operand));
    // `chosen = x[m]`, and then `if chosen.numel() == 0`; `flag = bool(x.any())`, and then `if flag`
    for (Node use = condition::only_use(facts, operand); use; use = condition::only_use(facts, use)) {
        const Node statement = syntax::statement_of(use);
        const bool number =
            facts.value(use).is(values::Kind::tensor_number) && condition::moved_to(facts, use, statement);
        if (number || condition::read_before(facts, use, statement) ||
            condition::existence_of(facts, condition_around(use), statement))
            operand = use;
    }
    Proposal proposal = propose_with(analysis, facts, operand, inlined, Arms::merged);
    if (!proposal.fixes.empty() || !proposal.declined) return proposal;
    Proposal apart = propose_with(analysis, facts, operand, inlined, Arms::apart);
    return apart.fixes.empty() ? proposal : apart;
}

// Why what is proven is not to be written; empty if it may be.
std::string_view is_not_written(const analysis::Analysis& analysis, const Predication& predication,
                                const Proven& proven) {
    if (predication.form == Predication::Form::expression && !proven.predicate.before.empty())
        return "the condition assigns a variable";
    for (const condition::Moved& moved : proven.predicate.moved)
        if (!edit::removable(analysis.source(), moved.statement)) return "an assignment in front of it shares its line";
    const bool is_tested = !proven.proof.refused() && is_tested_already(predication, proven);
    return is_tested ? "this is what the test in front of it leaves" : "";
}

}  // namespace

Proposal propose_select(const analysis::Analysis& analysis, const Facts& facts, const Predication& predication,
                        std::string_view rewrite, std::string_view title) {
    const auto torch = edit::torch_name(facts.program().names(), facts.function());
    if (!torch) return declined(edit::no_torch_name);
    const auto layout =
        edit::indentation(analysis.source(), (predication.loop ? predication.loop : predication.statement).span());
    const Style style{.torch = *torch, .indentation = layout.value_or("")};

    Proposal proposal;
    for (const Answer answer : {Answer::test, Answer::assume}) {
        const Proven proven = prove_either(facts, predication, answer, style);
        if (const std::string_view why = is_not_written(analysis, predication, proven); !why.empty())
            return declined(why);
        if (answer == Answer::test || (proposal.fixes.empty() && proven.proof.refused()))
            proposal.declined = proven.proof.unproven();
        if (proven.proof.refused()) continue;
        if (!proposal.fixes.empty() && proven.proof.assumptions().empty()) break;
        std::vector<Fix> fixes = fixes_of(facts, predication, proven, style, rewrite, title);
        // What other forms assume beside what the unsafe fix does is less than what they would beside the safe one.
        const bool is_plain = !proposal.fixes.empty() && proposal.fixes.front().form == Form::plain &&
                              holds_in_training(proposal.fixes.front());
        if (is_plain) fixes.resize(1);
        if (!proposal.fixes.empty()) proposal.fixes.resize(1);
        std::ranges::move(fixes, std::back_inserter(proposal.fixes));
    }
    return proposal;
}

namespace {

// The places that ask for the truth of a flag which the branch sets.
std::vector<Node> askers_of(const Facts& facts, Node operand) {
    proof::Proof reading;
    const auto at = read_predication(facts, operand, reading);
    std::vector<Node> askers;
    for (const Target& target : at ? at->targets : std::vector<Target>{}) {
        if (!target.variable || !effects::is_truth_accumulator(facts, *target.variable)) continue;
        for (const Node use : facts.uses_of(*target.variable))
            if (!effects::binds(*target.variable, use) && syntax::tester_of(use)) askers.push_back(use);
    }
    return askers;
}

// `if found:` breaks where `found` is a tensor: it has to be mended as well.
Proposal if_asked(Study& study, const rules::Finding& finding, Node operand, Proposal proposal) {
    const auto askers =
        proposal.fixes.empty() ? std::vector<Node>{} : askers_of(study.facts(syntax::function_of(operand)), operand);
    if (askers.empty()) return proposal;
    const auto is_asked = [&](const Fix& fix) {
        return can_ask_tensor(study, finding, askers, fix.edits, Mended::always);
    };
    std::erase_if(proposal.fixes, [&](const Fix& fix) { return !is_asked(fix); });
    if (!proposal.fixes.empty()) return proposal;
    return declined(edit::quoted(askers.front()) + " is asked where a tensor cannot be");
}

Proposal propose_of(Study& study, Node operand) {
    const auto inlined = Inlined::read(study, operand);
    if (!inlined) return propose_at(study, operand, nullptr);
    Study apart(inlined->analysis(), study);
    Proposal read = inlined->in_program(propose_at(apart, inlined->operand(), &*inlined));
    if (!read.fixes.empty()) return read;
    // Calls that run in any case need not be read.
    Proposal plain = propose_at(study, operand, nullptr);
    return plain.fixes.empty() ? read : plain;
}

struct OfChain {
    Proposal proposal;
};

}  // namespace

Proposal propose_where(Study& study, const rules::Finding& finding) {
    const Node operand = operand_of(study.analysis(), finding);
    if (!operand) return {};
    const Node part = part_of_chain(study, operand);
    if (!part || condition::only_use(study.facts(syntax::function_of(operand)), operand))
        return if_asked(study, finding, operand, propose_of(study, operand));
    return study
        .once<OfChain>(part, [&] { return OfChain{if_asked(study, finding, operand, propose_of(study, operand))}; })
        .proposal;
}

}  // namespace transforms::if_conversion
