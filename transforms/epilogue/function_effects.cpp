#include "transforms/epilogue/function_effects.h"

#include "analysis/effects/grad_history.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/edit/quote.h"
#include "transforms/findings.h"
#include "transforms/in_graph/obligations.h"

#include <algorithm>
#include <utility>

namespace transforms::epilogue {

using edit::quoted;
using function::Facts;
using in_graph::EffectSite;
using syntax::Kind;
using syntax::Node;

namespace {

// `x.shape`, `x.size(0)` if `x` is a tensor, and nothing else has them.
bool is_description(const Facts& facts, Node node) {
    if (node.is(Kind::call)) node = syntax::Call{node}.function();
    const torch::Row* row =
        node.is(Kind::attribute) ? facts.member_of_tensors(node.child(syntax::Field::attribute).text()) : nullptr;
    return row && (row->gives == torch::Gives::shape || row->gives == torch::Gives::shape_number ||
                   row->gives == torch::Gives::constant);
}

// A tensor, or what may hold one: `[*others, x.max()]`.
bool may_have_history(values::Value value) {
    if (value.is(values::Kind::sequence)) {
        const values::Sequence& held = value.sequence();
        return (!held.exact && held.items.empty()) || std::ranges::any_of(held.items, may_have_history);
    }
    if (value.is(values::Kind::mapping))
        return may_have_history(value.mapping().rest) ||
               std::ranges::any_of(value.mapping().items,
                                   [](const auto& each) { return may_have_history(each.second); });
    return value.is(values::Kind::unknown) || effects::may_require_grad(value);
}

// A tensor is shown with what made it, which is something else outside of the graph.
bool may_show_history(const Facts& facts, const in_graph::Carried::Value& carried) {
    return carried.shows_history && !facts.without_gradients() && !is_description(facts, carried.node) &&
           may_have_history(facts.value(carried.node));
}

// `kept["low"] = x.min()`, `kept.append(x)`, `x.mul_(w)` of the parameter, or of what is another name of it.
bool gets_history(const Facts& facts, Node parameter) {
    for (const Node node : facts.uses_of(*facts.variable(parameter))) {
        const Node call = node.parent().parent();
        Node part = node;
        while (part.parent().is(Kind::subscript) && part.field() == syntax::Field::value) part = part.parent();
        if (part != node && is_target(part)) return true;
        const auto assignment = syntax::as<syntax::Assignment>(node.parent());
        if (assignment && assignment->value() == node) return true;
        if (!node.parent().is(Kind::attribute) || !call.is(Kind::call)) continue;
        const torch::Row* row = function::row_or_guess(facts, call);
        if (row && row->traits.in_place) return true;
        for (const Node given : syntax::Call{call}.arguments().children())
            if (!row && may_have_history(facts.value(given))) return true;
    }
    return false;
}

// A record says which function made it, and a warning may speak of its caller.
bool speaks_of_function(const Facts& facts, Node output) {
    const torch::Row* row = facts.row_of(output);
    if (row && row->role == torch::Role::print) return false;
    if (!row || row->rule != "GM403") return true;
    for (const Node argument : syntax::Call{output}.arguments().children())
        if (const auto keyword = syntax::as<syntax::Keyword>(argument);
            keyword && keyword->name().text() == "stacklevel")
            return true;
    return false;
}

bool writes_attributes(const Part& part) {
    for (const Node node : subtree(part.function())) {
        if (node.is(Kind::attribute) && node.field() == syntax::Field::left) return true;
    }
    return false;
}

// Dynamo looks at what a function around the graph of a module calls with tensors, if that is not print, and at a
// function in it.
bool shows_dynamo_tensors(const Facts& facts, const EffectSite& site, bool is_helper) {
    if (is_helper && names_function(facts, site)) return true;
    for (const Node call : site.outputs) {
        if (facts.row_of(call)->role == torch::Role::print) continue;
        for (const Node argument : syntax::Call{call}.arguments().children())
            if (values::holds_tensor(facts.value(argument))) return true;
    }
    return false;
}

void discharge_in_shell(const Part& part, const EffectSite& site, bool is_helper, Compiled::Form form,
                        proof::Proof& proof) {
    const Facts& facts = *part.facts;
    if (!proof.refused()) in_graph::discharge_behind(facts, site, proof);
    if (site.sink && (is_helper || writes_attributes(part)))
        proof.refuse("what " + quoted(site.sink) + " acts with may be another then");
    if (form == Compiled::Form::module && shows_dynamo_tensors(facts, site, is_helper))
        proof.refuse("Dynamo looks into a call with tensors that is made around the graph of a module");
    for (const in_graph::Carried::Value& each : site.carried)
        if ((is_helper || !in_graph::is_kept_parameter(facts, each.node) || gets_history(facts, each.node)) &&
            may_show_history(facts, each))
            proof.refuse("behind the graph " + quoted(each.node) + " is shown with another history");
}

Node other_output(const Part& part) {
    const Node function = part.function();
    for (const Node node : subtree(function)) {
        if (node.is(Kind::call) && in_graph::is_output(*part.facts, node) && !part.effect_at(node)) return node;
    }
    return {};
}

}  // namespace

bool names_function(const Facts& facts, const EffectSite& site) {
    return std::ranges::any_of(site.outputs, [&](Node output) { return speaks_of_function(facts, output); });
}

void read_effects(const analysis::Analysis& analysis, Part& part, bool is_helper, Compiled::Form form,
                  proof::Proof& proof) {
    const Facts& facts = *part.facts;
    const auto is_in = [](Node node) {
        return [node](const auto& call) { return syntax::is_within(node, call.first); };
    };
    for (const rules::Finding& finding : findings_in(analysis, part.function())) {
        const Node at = facts.program().tree().at(finding.span);
        const bool breaks = finding.outcome != rules::Outcome::recompile && finding.outcome != rules::Outcome::late;
        if (!breaks || std::ranges::any_of(part.helpers, is_in(at))) continue;
        const Node statement = in_graph::effect_statement(facts, at);
        if (std::ranges::find(part.effects, statement, &EffectSite::statement) != part.effects.end()) continue;
        if (finding.outcome == rules::Outcome::error) return proof.refuse("it is an error there, not a break");
        if (syntax::function_of(statement) != part.function())
            return proof.refuse(quoted(at) + " is in a function within the function");
        proof::Proof read;
        EffectSite site = in_graph::read_effect(facts, statement, in_graph::Acts::behind, read);
        if (!in_graph::acts(site)) return proof.refuse(quoted(at) + " would break the graph as ever");
        if (read.refused()) return proof.refuse(*read.unproven());
        discharge_in_shell(part, site, is_helper, form, proof);
        if (proof.unproven()) return;
        part.effects.push_back(std::move(site));
    }
    std::ranges::sort(part.effects, {}, [](const EffectSite& each) { return each.statement.index(); });
    if (const Node other = other_output(part)) proof.refuse(quoted(other) + " would stay in the graph");
}

}  // namespace transforms::epilogue
