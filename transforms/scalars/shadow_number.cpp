#include "transforms/scalars/shadow_number.h"

#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "transforms/edit/words.h"
#include "transforms/findings.h"
#include "transforms/forms.h"
#include "transforms/scalars/shadows.h"

#include <algorithm>

namespace transforms::scalars {

using function::Facts;
using proof::Proof;
using syntax::Kind;
using syntax::Node;

namespace {

bool may_be_part(Node expression) {
    switch (expression.kind()) {
        case Kind::argument_list:  // of `float(t)`
        case Kind::attribute:      // of `t.item()`
        case Kind::call:
        case Kind::unary_operator:
        case Kind::not_operator:
        case Kind::binary_operator:
        case Kind::comparison_operator:
        case Kind::parenthesized_expression: return true;
        default: return false;
    }
}

// What Python computes with the numbers, and how far it was covered.
struct Covered {
    Node expression;
    Shadows shadows;
    Proof proof;
};

// The largest expression around the operand that can be computed with shadows. Refused if there is none.
Covered covered(const Covered& so_far, Node operand) {
    const auto with = [](Covered all, Node expression) {
        all.expression = expression;
        all.shadows.cover(expression, all.proof);
        return all;
    };
    Covered best = with(so_far, operand);
    for (Node around = operand.parent(); may_be_part(around); around = around.parent()) {
        if (around.is(Kind::argument_list) || around.is(Kind::attribute)) continue;
        Covered more = with(so_far, around);
        // What stands around it is no reason to assume more.
        const bool asks_more = more.proof.assumptions() != best.proof.assumptions();
        if (!more.proof.refused() && !asks_more) best = std::move(more);
    }
    return best;
}

std::string title_of(const Shadows& shadows) {
    const std::string tensors = edit::joined(shadows.tensors(), " and "),
                      names = edit::joined(shadows.names(), " and ");
    if (names.empty()) return "keep " + tensors + " a number of Python";
    return "keep the number of " + tensors + " in Python as well, as " + names;
}

}  // namespace

Proposal propose_shadow_number(Study& study, const rules::Finding& finding) {
    const analysis::Analysis& analysis = study.analysis();
    const Node operand = operand_of(analysis, finding), function = operand ? syntax::function_of(operand) : Node{};
    if (!function.is(Kind::function_definition)) return {};
    const Facts& facts = study.facts(function);
    if (facts.shows_all_variables()) return {};
    Covered all =
        covered({.expression = {}, .shadows = Shadows(facts), .proof = Proof(proof::Answer::assume)}, operand);
    if (all.proof.refused() || all.shadows.empty()) return {};
    std::vector<Node> places{all.expression};
    // What else the same numbers decide: one edit serves all.
    for (const rules::Finding& each : findings_in(analysis, function)) {
        const Node other = operand_of(analysis, each);
        const auto is_done = [&](Node place) { return other && syntax::is_within(other, place); };
        if (!other || std::ranges::any_of(places, is_done)) continue;
        Covered more = covered(all, other);
        if (more.proof.refused() || more.shadows.tensors() != all.shadows.tensors()) continue;
        places.push_back(more.expression);
        all = std::move(more);
    }
    std::vector<std::string> assumptions = all.proof.assumptions();
    for (std::string& each : all.shadows.assumptions()) assumptions.push_back(std::move(each));
    all.shadows.settle(places);
    return {.fixes = in_forms(
                {.name = "shadow-number", .title = title_of(all.shadows), .assumptions = std::move(assumptions)},
                [&](const proof::Guards&) {
                    std::vector<edit::Edit> edits = all.shadows.assignments();
                    for (const Node place : places)
                        if (std::string text = all.shadows.text(place); text != place.text())
                            edits.push_back({place.span(), std::move(text)});
                    std::ranges::stable_sort(edits, {}, [](const edit::Edit& each) { return each.span.begin; });
                    return std::optional(std::move(edits));
                })};
}

}  // namespace transforms::scalars
