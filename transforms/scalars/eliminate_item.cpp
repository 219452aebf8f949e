#include "transforms/scalars/eliminate_item.h"

#include "analysis/function/literals.h"
#include "analysis/syntax/handlers.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/edit/emitted_names.h"
#include "transforms/edit/layout.h"
#include "transforms/edit/quote.h"
#include "transforms/edit/versioning.h"
#include "transforms/findings.h"
#include "transforms/forms.h"
#include "transforms/metadata/kind_heuristics.h"
#include "transforms/proof/guard.h"
#include "transforms/scalar_uses/takers.h"
#include "transforms/scalars/keep_variables.h"

#include <algorithm>
#include <memory>

namespace transforms::scalars {

using edit::Edit;
using function::Facts;
using proof::Answer;
using scalar_uses::Numbers;
using syntax::Kind;
using syntax::Node;

namespace {

Proposal propose_inside(const Facts& facts, const KeptSite& site, const KeptReader& reader, const Style& style,
                        const Basis& basis) {
    if (edit::is_old_version(site.call, proof::codes(reader.tests())))
        return declined("this is what the test in front of it leaves");
    const Rewriting rewriting{.name = "kept-scalar",
                              .title = "keep the number a tensor",
                              .assumptions = basis.assumptions,
                              .guards = reader.tests(),
                              .facts = &facts,
                              .statement = site.statement,
                              .torch = std::string(style.torch),
                              .testable = reader.respelled().empty(),
                              .readable = false,
                              .doubtful = basis.doubtful};
    return {.fixes = in_forms(rewriting, [&](const proof::Guards& guards) -> std::optional<std::vector<Edit>> {
                // What is around the number serves a tensor alone then: `torch.log(x.mean())`.
                std::vector<Edit> edits = respelled(reader, std::string(style.torch), false);
                if (!edits.empty() && !guards.empty()) return std::nullopt;
                std::ranges::move(scalar_uses::as_new_sums(reader.sums()), std::back_inserter(edits));
                edits.push_back(edit_inside(site, reader, proof::codes(guards)));
                std::ranges::sort(edits, {}, &Edit::span);
                return edits;
            })};
}

// Proves that a tensor serves at each use of the numbers; false: that is refused.
bool read_sites(const Facts& facts, const std::vector<KeptSite>& sites, std::string_view torch, proof::Proof& proof,
                Numbers taken, Readers& readers) {
    for (const KeptSite& each : sites) {
        auto& [site, reader] = readers.emplace_back(facts, each, torch, proof, taken);
        if (syntax::may_be_caught(site.statement)) proof.refuse("a `try` around it may see the difference");
        if (!proof.refused()) reader.check_tensor();
        if (!proof.refused()) reader.check_uses();
        if (!proof.refused()) reader.check_devices();
        if (proof.answer() == Answer::assume && reader.silences() && !reader.handed_on())
            proof.refuse("PyTorch's warning about a gradient would be missed");
        const bool is_alone = proof.assumptions().empty();  // nothing is said of what it meets
        if (proof.answer() == Answer::assume && !proof.refused() && (reader.rounded() || is_alone))
            proof.assume("the precision of the tensor is as good as Python's",
                         "Python computes with the number in double precision");
        if (!proof.refused() && is_alone && reader.makes_floats()) reader.take_for_floats();
        if (proof.refused()) return false;
    }
    return true;
}

Proposal propose_at(Study& study, const Facts& facts, const std::vector<KeptSite>& sites, Numbers taken,
                    Answer answer) {
    const analysis::Analysis& analysis = study.analysis();
    const auto torch = edit::torch_name(facts.program().names(), facts.function());
    if (!torch) return declined(edit::no_torch_name);
    const KeptSite& first = sites.front();
    const auto layout = first.variable ? edit::indentation(analysis.source(), first.statement.span())
                                       : std::optional(std::string_view());
    if (!layout || (first.variable && !edit::ends_line(analysis.source(), first.statement.span())))
        return declined("the assignment shares its line");
    proof::Proof proof(answer);
    Readers readers;
    if (!read_sites(facts, sites, *torch, proof, taken, readers)) return declined(*proof.unproven());
    KeptReader& reader = readers.front().reader;
    const auto is_doubtful = [](const SiteReader& each) { return each.reader.doubtful(); };
    const auto tells = [&] {
        return study.once<scalar_uses::Tells>({}, [&] { return scalar_uses::tells_numbers(facts.program().tree()); })
            .numbers;
    };
    const bool doubtful = answer == Answer::assume && (std::ranges::any_of(readers, is_doubtful) || tells());
    const Basis basis{.assumptions = scalar_uses::with_takers_joined(proof.assumptions()), .doubtful = doubtful};
    const bool is_inside = reader.respelled().empty() || reader.number().names.empty();
    if (!first.variable && reader.conditions().empty() && reader.late().empty() && is_inside)
        return propose_inside(facts, first, reader, {.torch = *torch, .layout = *layout}, basis);
    // `x * 2 if x.mean().item() > 0 else x` is a branch on a tensor that has no name: if_conversion.h
    if (reader.number().names.empty()) return {};
    return propose_variables(analysis, facts, readers, {.torch = *torch, .layout = *layout}, basis);
}

// The first proof of the numbers as any, as floats and as whole ones that gives a fix.
Proposal propose_for(Study& study, const Facts& facts, const std::vector<KeptSite>& sites, Answer answer) {
    Proposal first = propose_at(study, facts, sites, Numbers::any, answer);
    if (!first.fixes.empty() || !first.declined) return first;
    for (const Numbers taken : {Numbers::floating, Numbers::whole})
        if (Proposal other = propose_at(study, facts, sites, taken, answer); !other.fixes.empty()) return other;
    return first;
}

Proposal propose_of(Study& study, const Facts& facts, const std::vector<KeptSite>& sites) {
    Proposal tested = propose_for(study, facts, sites, Answer::test);
    if (is_certain(tested) || (tested.fixes.empty() && !tested.declined)) return tested;
    Proposal assumed = propose_for(study, facts, sites, Answer::assume);
    if (tested.declined && !assumed.fixes.empty()) assumed.declined = tested.declined;
    return joined(std::move(tested), std::move(assumed));
}

Proposal propose_together(Study& study, const Facts& facts, Node operand, const std::vector<KeptSite>& sites) {
    Proposal together = propose_of(study, facts, sites);
    const auto is_safe = [](const Fix& fix) { return fix.safety == Safety::safe; };
    if (sites.size() == 1 || std::ranges::any_of(together.fixes, is_safe)) return together;
    return joined(propose_of(study, facts, {*kept_site_of(facts, operand)}), std::move(together));
}

// The function as it is where its number factors are numbers; null if it has none.
struct Taken {
    std::unique_ptr<const Facts> facts;
};

Taken take_for_numbers(const Facts& facts) {
    const auto numbers = metadata::number_factors(facts);
    if (numbers.empty()) return {};
    auto taken = std::make_unique<Facts>(facts.all(), facts.function());
    for (const names::Binding* each : numbers) taken->take_for(function::Guess::number, *each);
    return {std::move(taken)};
}

}  // namespace

Proposal propose_kept_scalar(Study& study, const rules::Finding& finding) {
    const analysis::Analysis& analysis = study.analysis();
    const Node operand = operand_of(analysis, finding);
    if (!operand) return {};
    const Facts& facts = study.facts(syntax::function_of(operand));
    const std::vector<KeptSite> sites = kept_sites_of(facts, operand);
    if (sites.empty()) return {};
    const Taken& taken = study.once<Taken>(facts.function(), [&] { return take_for_numbers(facts); });
    if (taken.facts)
        if (Proposal proposal = propose_together(study, *taken.facts, operand, sites); !proposal.fixes.empty())
            return proposal;
    return propose_together(study, facts, operand, sites);
}

}  // namespace transforms::scalars
