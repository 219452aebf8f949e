#include "transforms/scalars/keep_variables.h"

#include "analysis/analyze.h"
#include "transforms/forms.h"
#include "transforms/proof/guard.h"
#include "transforms/scalar_uses/takers.h"

#include <algorithm>
#include <iterator>

namespace transforms::scalars {

using edit::Edit;
using function::Facts;
using proof::Answer;
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

// The new code behind the tests, with the branches that the numbers take part in.
struct Rewritten {
    std::vector<Edit> edits;
    KeptBranches branches;
};

bool is_respelled_unnamed(const SiteReader& each) {
    return std::ranges::any_of(each.reader.respelled(), [](const auto& made) { return made.variable == nullptr; });
}

// Nothing if a statement that has to be tested by itself shares its line, or something without a name would have to be
// tested. What the branches ask is tested in front of each, or not at all.
std::optional<Rewritten> rewritten(const text::Source& source, const Facts& facts, Readers& readers, const Style& style,
                                   const proof::Guards& tests, Answer answer, bool tests_branches = true) {
    KeptNumber number = number_of(readers);
    if (!tests.empty()) number.test = proof::is_tensor(number.names.front().variable->text, style.torch);
    auto late = late_edits(source, readers, style.torch, !tests.empty());
    const bool tested = !tests.empty() || (late && !late->empty());
    if (!late || (tested && std::ranges::any_of(readers, is_respelled_unnamed))) return std::nullopt;
    Rewritten made{
        .edits = edits_of(source, readers, style.layout, tests),
        .branches = rewrite_branches(facts, number, conditions_of(readers), style.torch, answer, tests_branches)};
    std::ranges::move(*late, std::back_inserter(made.edits));
    std::ranges::copy(made.branches.edits, std::back_inserter(made.edits));
    for (const auto& [site, reader] : readers) {
        std::ranges::move(respelled(reader, std::string(style.torch), tested), std::back_inserter(made.edits));
        std::ranges::move(scalar_uses::as_new_sums(reader.sums()), std::back_inserter(made.edits));
    }
    std::ranges::sort(made.edits, {}, &Edit::span);
    return made;
}

}  // namespace

// Each branch that a number takes part in may only do so under an assumption.
Proposal propose_variables(const analysis::Analysis& analysis, const Facts& facts, Readers& readers, const Style& style,
                           const Basis& basis) {
    const proof::Guards tests = tests_of(readers);
    // One spelling inside of another cannot be tested for each by itself: `math.log10(max(s, 1e-5))`.
    const auto is_twice = [&] {
        const auto once = rewritten(analysis.source(), facts, readers, style, tests, Answer::test);
        return once && overlap(once->edits);
    };
    const bool is_testable =
        std::ranges::none_of(readers, is_respelled_unnamed) && (basis.assumptions.empty() || !is_twice());
    Proposal proposal;
    for (const Answer answer : {Answer::test, Answer::assume}) {
        const auto made = rewritten(analysis.source(), facts, readers, style, is_testable ? tests : proof::Guards{},
                                    answer, is_testable);
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
                                  .testable = is_testable,
                                  .readable = false,
                                  .doubtful = basis.doubtful || branches.doubtful};
        const auto is_early = [](const SiteReader& each) { return each.reader.late().empty(); };
        std::vector<Fix> fixes = in_forms(rewriting, [&](const proof::Guards& guards) {
            if (guards == rewriting.guards && is_testable) return std::optional(made->edits);
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

}  // namespace transforms::scalars
