#include "transforms/scalars/eliminate_item.h"

#include "analysis/function/literals.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/edit/emitted_names.h"
#include "transforms/edit/layout.h"
#include "transforms/findings.h"
#include "transforms/forms.h"
#include "transforms/metadata/kind_heuristics.h"
#include "transforms/proof/guard.h"
#include "transforms/scalar_uses/takers.h"
#include "transforms/scalars/write_item.h"

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

bool overlap(const std::vector<Edit>& edits) {
    const auto twice = [](const Edit& one, const Edit& other) { return one.span.overlaps(other.span); };
    return std::ranges::adjacent_find(edits, twice) != edits.end();
}

proof::Guards tests_of(const Readers& readers) {
    proof::Guards all;
    for (const auto& [site, reader] : readers)
        for (proof::Guard& each : reader.tests())
            if (std::ranges::find(all, each) == all.end()) all.push_back(std::move(each));
    return all;
}

KeptNumber number_of(Readers& readers) {
    KeptNumber all = readers.front().reader.number();
    for (std::size_t i = 1; i < readers.size(); ++i) {
        KeptNumber more = readers[i].reader.number();
        std::ranges::move(more.names, std::back_inserter(all.names));
        std::ranges::move(more.partners, std::back_inserter(all.partners));
    }
    return all;
}

std::vector<Node> conditions_of(const Readers& readers) {
    std::vector<Node> all;
    for (const auto& [site, reader] : readers) std::ranges::copy(reader.conditions(), std::back_inserter(all));
    return all;
}

std::vector<std::string> with(std::vector<std::string> some, const std::vector<std::string>& others) {
    std::ranges::copy(others, std::back_inserter(some));
    return some;
}

std::string title_of(const Readers& readers, const KeptNumber& number) {
    std::string title;
    for (const auto& [site, reader] : readers)
        if (site.variable) title += (title.empty() ? "keep `" : "`, `") + std::string(site.variable.text());
    if (title.empty()) title = "keep `" + std::string(number.names.front().variable->text);
    return title + (readers.size() > 1 ? "` tensors" : "` a tensor");
}

proof::Guards all_tests(const Readers& readers, proof::Guards tests, const KeptBranches& branches) {
    for (const auto& [site, reader] : readers)
        for (const scalar_uses::LateMeeting& each : reader.late())
            std::ranges::move(reader.late_tests(each), std::back_inserter(tests));
    std::ranges::copy(branches.tests, std::back_inserter(tests));
    return proof::without_implied(tests);
}

// Python's name for `torch`, and what the statement is indented by.
struct Style {
    std::string_view torch;
    std::string_view layout;
};

// What a fix rests on beside its guards.
struct Basis {
    std::vector<std::string> assumptions;
    bool doubtful = false;
};

// The new code behind the tests, with the branches that the numbers take part in.
struct Rewritten {
    std::vector<Edit> edits;
    KeptBranches branches;
};

// Nothing if a statement that has to be tested by itself shares its line. What the branches ask is tested in front of
// each, or not at all.
std::optional<Rewritten> rewritten(const text::Source& source, const Facts& facts, Readers& readers, const Style& style,
                                   const proof::Guards& tests, Answer answer, bool tests_branches = true) {
    KeptNumber number = number_of(readers);
    if (!tests.empty()) number.test = proof::is_tensor(number.names.front().variable->text, style.torch);
    auto late = late_edits(source, readers, style.torch, !tests.empty());
    if (!late) return std::nullopt;
    Rewritten made{.edits = edits_of(source, readers, style.layout, tests),
                   .branches = rewrite_branches(facts, number, conditions_of(readers), style.torch, answer,
                                                tests_branches)};
    const bool tested = !tests.empty() || !late->empty();
    std::ranges::move(*late, std::back_inserter(made.edits));
    std::ranges::move(respelled(readers, std::string(style.torch), tested), std::back_inserter(made.edits));
    std::ranges::copy(made.branches.edits, std::back_inserter(made.edits));
    for (const auto& [site, reader] : readers) std::ranges::move(edits_of_sums(reader), std::back_inserter(made.edits));
    std::ranges::sort(made.edits, {}, &Edit::span);
    return made;
}

// Each branch that a number takes part in may only do so under an assumption.
Proposal propose_variables(const analysis::Analysis& analysis, const Facts& facts, Readers& readers, const Style& style,
                           const Basis& basis) {
    const proof::Guards tests = tests_of(readers);
    Proposal proposal;
    for (const Answer answer : {Answer::test, Answer::assume}) {
        const auto made = rewritten(analysis.source(), facts, readers, style, tests, answer);
        if (!made) return declined("a statement that it is used in shares its line");
        const KeptBranches& branches = made->branches;
        if (!branches.refused.empty()) {
            if (answer == Answer::test)
                proposal.declined = "the branch on it would break the graph as well: " + branches.refused;
            continue;
        }
        if (answer == Answer::assume && branches.assumptions.empty()) break;
        if (overlap(made->edits)) return declined("a part of what is made of it is rewritten twice");
        const proof::Guards asked = all_tests(readers, tests, branches);
        // What is tested further behind is no part of what stands in front.
        const bool all_in_front = asked == proof::without_implied(tests);
        const Rewriting rewriting{.name = "kept-scalar",
                                  .title = title_of(readers, number_of(readers)),
                                  .assumptions = with(basis.assumptions, branches.assumptions),
                                  .guards = asked,
                                  .facts = all_in_front ? &facts : nullptr,
                                  .statement = readers.front().site.statement,
                                  .torch = std::string(style.torch),
                                  .readable = false,
                                  .doubtful = basis.doubtful};
        const auto is_early = [](const SiteReader& each) { return each.reader.late().empty(); };
        std::vector<Fix> fixes = in_forms(rewriting, [&](const proof::Guards& guards) {
            if (guards == rewriting.guards) return std::optional(made->edits);
            const bool is_assumed = guards.empty() && std::ranges::all_of(readers, is_early);
            auto other = all_in_front || is_assumed
                             ? rewritten(analysis.source(), facts, readers, style, guards, answer, !is_assumed)
                             : std::nullopt;
            const bool works = other && other->branches.refused.empty() && !overlap(other->edits);
            return works ? std::optional(std::move(other->edits)) : std::nullopt;
        });
        if (!proposal.fixes.empty()) fixes.resize(1);  // of the others, one is enough
        std::ranges::move(fixes, std::back_inserter(proposal.fixes));
    }
    return proposal;
}

Proposal propose_inside(const Facts& facts, const KeptSite& site, const KeptReader& reader, const Style& style,
                        const Basis& basis) {
    const Rewriting rewriting{.name = "kept-scalar",
                              .title = "keep the number a tensor",
                              .assumptions = basis.assumptions,
                              .guards = reader.tests(),
                              .facts = &facts,
                              .statement = site.statement,
                              .torch = std::string(style.torch),
                              .readable = false,
                              .doubtful = basis.doubtful};
    return {.fixes = in_forms(rewriting, [&](const proof::Guards& guards) {
                std::vector<Edit> edits = edits_of_sums(reader);
                edits.push_back(edit_inside(site, reader, proof::codes(guards)));
                std::ranges::sort(edits, {}, &Edit::span);
                return std::optional(std::move(edits));
            })};
}

// Proves that a tensor serves at each use of the numbers; false: that is refused.
bool read_sites(const Facts& facts, const std::vector<KeptSite>& sites, std::string_view torch, proof::Proof& proof,
                Numbers taken, Readers& readers) {
    for (const KeptSite& each : sites) {
        auto& [site, reader] = readers.emplace_back(facts, each, torch, proof, taken);
        for (Node node = site.statement.parent(); node && node != facts.function(); node = node.parent())
            if (node.is(Kind::try_statement)) proof.refuse("a `try` around it may see the difference");
        if (!proof.refused()) reader.check_tensor();
        if (!proof.refused()) reader.check_uses();
        if (!proof.refused()) reader.check_devices();
        if (proof.answer() == Answer::assume && reader.silences() && !reader.handed_on())
            proof.refuse("PyTorch's warning about a gradient would be missed");
        if (proof.answer() == Answer::assume && !proof.refused() && (reader.rounded() || proof.assumptions().empty()))
            proof.assume("the precision of the tensor is as good as Python's",
                         "Python computes with the number in double precision");
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
    const auto layout =
        first.variable ? edit::indentation(analysis.source(), first.statement.span()) : std::optional<std::string>("");
    if (!layout || (first.variable && !ends_line(analysis.source(), first.statement)))
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
    const Basis basis{.assumptions = proof.assumptions(), .doubtful = doubtful};
    if (!first.variable && reader.conditions().empty() && reader.late().empty() && reader.respelled().empty())
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
    if (tested.declined) assumed.declined = tested.declined;
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
    auto taken = std::make_unique<Facts>(facts.program(), facts.function());
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
