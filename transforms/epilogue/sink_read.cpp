#include "transforms/epilogue/sink_read.h"

#include "analysis/effects/escape.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "analysis/values/program.h"
#include "transforms/condition/scalar_reads.h"
#include "transforms/epilogue/function_effects.h"
#include "transforms/findings.h"
#include "transforms/in_graph/site.h"
#include "transforms/look_ahead.h"
#include "transforms/scalars/item_site.h"

#include <algorithm>

namespace transforms::epilogue {

using edit::Edit;
using function::Facts;
using syntax::Kind;
using syntax::Node;

namespace {

// A place that reads the number, and the statement that shows it there.
struct Use {
    Node node;
    Node statement;
};

std::optional<std::vector<Use>> uses_of(const Facts& facts, const scalars::KeptSite& site) {
    const names::Binding* variable = facts.variable(site.variable);
    if (!variable) return std::nullopt;
    std::vector<Use> uses;
    for (const Node node : facts.uses_of(*variable)) {
        if (node == site.variable) continue;
        const Node statement = in_graph::effect_statement(facts, node);
        proof::Proof read;
        const bool shows = in_graph::acts(in_graph::read_effect(facts, statement, in_graph::Acts::behind, read));
        if (!shows || !facts.must_defined().before(statement, variable->text)) return std::nullopt;
        uses.push_back({.node = node, .statement = statement});
    }
    return uses;
}

bool is_in(const std::vector<Use>& uses, Node node) {
    return std::ranges::any_of(uses, [&](const Use& use) { return syntax::is_within(node, use.statement); });
}

// The variable holds the same where it is shown.
bool lasts(const Facts& facts, Node tensor, const scalars::KeptSite& site, const std::vector<Use>& uses) {
    const auto before = facts.definition(*facts.variable(tensor), site.statement);
    for (const Use& use : uses) {
        const auto after = facts.definition(*facts.variable(tensor), use.statement);
        if (!before || !after || before->value != after->value) return false;
        for (const Node node : between(site.statement, use.statement))
            if (effects::may_write(facts, node) && !is_in(uses, node) &&
                !condition::truth_read(facts, node, site.statement))
                return false;
    }
    return outermost_loop(site.statement) == Node{};
}

struct Shown {
    scalars::KeptSite site;
    std::vector<Use> uses;
    std::string tensor;
};

// What is read there, if all that becomes of it is shown, and the tensor still holds it then.
std::optional<Shown> shown_at(const Facts& facts, Node operand) {
    const auto site = scalars::kept_site_of(facts, operand);
    if (!site || !site->function.empty()) return std::nullopt;
    auto uses = uses_of(facts, *site);
    if (!uses || uses->empty()) return std::nullopt;
    proof::Proof proof;
    const operations::Form form = metadata::Forms(facts, site->statement, proof).of(site->tensor);
    if (!form.is_tensor() || !form.shape.empty() || proof.refused()) return std::nullopt;
    if (site->warns() && condition::warns_as_number(facts, site->tensor, site->statement)) return std::nullopt;
    const bool named = facts.variable(site->tensor) && lasts(facts, site->tensor, *site, *uses);
    if (!named && !effects::makes_new_tensor(facts, site->tensor)) return std::nullopt;
    return Shown{.site = *site,
                 .uses = std::move(*uses),
                 .tensor = std::string(site->tensor.text()) + (named ? ".detach()" : "")};
}

// All of the function, as each would break the graph behind which the others are shown.
std::vector<Shown> shown_in(const analysis::Analysis& analysis, const Facts& facts) {
    std::vector<Shown> all;
    for (const rules::Finding& finding : findings_in(analysis, facts.function())) {
        const Node operand = operand_of(analysis, finding);
        auto shown = syntax::function_of(operand) == facts.function() ? shown_at(facts, operand) : std::nullopt;
        const auto is_it = [&](const Shown& each) { return each.site.call == shown->site.call; };
        if (shown && std::ranges::none_of(all, is_it)) all.push_back(std::move(*shown));
    }
    return all;
}

std::vector<Edit> edits_of(const std::vector<Shown>& all) {
    std::vector<Edit> edits;
    for (const Shown& each : all) {
        edits.push_back({each.site.call.span(), each.tensor});
        for (const Use& use : each.uses) edits.push_back({use.node.span(), each.site.back()});
    }
    std::ranges::sort(edits, {}, &Edit::span);
    return edits;
}

// What can then be done with the statement, if it is safe.
std::optional<Fix> fix_there(Study& ahead, text::Span statement) {
    for (const rules::Finding& finding : ahead.analysis().findings()) {
        if (!statement.contains(finding.span)) continue;
        Proposal proposal = propose(ahead, finding);
        const auto safe = std::ranges::find(proposal.fixes, Safety::safe, &Fix::safety);
        if (safe != proposal.fixes.end()) return *safe;
    }
    return std::nullopt;
}

Proposal propose_of(const analysis::Analysis& analysis, const Facts& facts) {
    const std::vector<Shown> all = shown_in(analysis, facts);
    std::vector<Edit> edits = edits_of(all);
    const auto is_gone = [&](const rules::Finding& finding) {
        return std::ranges::any_of(all,
                                   [&](const Shown& each) { return each.site.call.span().contains(finding.span); });
    };
    const analysis::Analysis after = with_edits(analysis, edits, is_gone);
    Study ahead(after);
    std::string needs;
    for (const Shown& each : all)
        for (const Use& use : each.uses) {
            const auto fix = fix_there(ahead, moved(use.statement.span(), edits));
            if (!fix) return {};
            if (!fix->needs.empty()) needs = fix->needs;
        }
    return offered({.rewrite = "shown-number",
                    .title = "read the number where it is shown",
                    .safety = Safety::safe,
                    .needs = needs,
                    .edits = std::move(edits)});
}

// All numbers of a function that are shown are read so together.
struct OfFunction {
    Proposal proposal;
};

}  // namespace

Proposal propose_shown_number(Study& study, const rules::Finding& finding) {
    const Node operand = operand_of(study.analysis(), finding);
    if (!operand) return {};
    const Facts& facts = study.facts(syntax::function_of(operand));
    if (!shown_at(facts, operand)) return {};
    return study.once<OfFunction>(facts.function(), [&] { return OfFunction{propose_of(study.analysis(), facts)}; })
        .proposal;
}

}  // namespace transforms::epilogue
