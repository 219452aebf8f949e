#include "transforms/kept_scalar.h"

#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/grouping.h"
#include "transforms/kept_reader.h"
#include "transforms/speculation.h"
#include "transforms/text.h"
#include "transforms/torch_name.h"

#include <algorithm>

namespace transforms {

using syntax::Kind;
using syntax::Node;

namespace {

// `x * x.mean().item()` -> `x * (x.mean() if x.dim() > 0 and ... else x.mean().item())`
Edit edit_inside(const KeptSite& site, const KeptReader& reader, const std::string& test) {
    if (test.empty()) return {site.call.span(), grouped(reader.text(false))};
    return {site.call.span(), "(" + reader.text(true) + " if " + test + " else " + std::string(site.call.text()) + ")"};
}

// `m = x.mean()`, and behind it what makes a number of it again where it has to be one.
std::vector<Edit> edits_of(const text::Source& source, const KeptSite& site, const KeptReader& reader,
                           std::string_view layout, const std::string& test) {
    if (!site.variable) return {edit_inside(site, reader, test)};
    std::vector<Edit> edits{{site.call.span(), reader.text(!test.empty())}};
    if (test.empty()) return edits;
    const std::string name(site.variable.text()), indent = std::string(source.line_ending()) + std::string(layout);
    const std::string step = layout.find('\t') == std::string_view::npos ? "    " : "\t";
    std::string behind = indent + "if not (" + test + "):" + indent + step + name + " = " + site.back();
    if (reader.widens_later())
        behind = indent + "if " + test + ":" + indent + step + name + " = " + name + std::string(wide_method) + indent +
                 "else:" + indent + step + name + " = " + site.back();
    const std::uint32_t end = end_of_line(source, site.statement.span().end);
    edits.push_back({{end, end}, std::move(behind)});
    return edits;
}

Proposal propose_inside(const KeptSite& site, const KeptReader& reader, const std::vector<std::string>& tests) {
    const std::string test = joined(tests, " and ");
    return offered({.rewrite = "kept-scalar",
                    .title = "keep the number a tensor",
                    .safety = Safety::safe,
                    .edits = {edit_inside(site, reader, test)},
                    .tests = tests.size()});
}

// With the branches that the number takes part in, each of which may only do so under an assumption.
Proposal propose_variable(const analysis::Analysis& analysis, const Facts& facts, const KeptSite& site,
                          KeptReader& reader, std::string_view torch, std::string_view layout,
                          const std::vector<std::string>& tests) {
    KeptNumber number = reader.number();
    const std::string name(number.names.front().variable->text);
    if (!tests.empty()) number.test = "isinstance(" + name + ", " + std::string(torch) + ".Tensor)";
    Proposal proposal;
    for (const Answer answer : {Answer::test, Answer::assume}) {
        KeptBranches branches = rewrite_branches(facts, number, reader.conditions(), torch, answer);
        if (!branches.refused.empty()) {
            if (answer == Answer::test)
                proposal.declined = "the branch on it would break the graph as well: " + branches.refused;
            continue;
        }
        if (answer == Answer::assume && branches.assumptions.empty()) break;
        Fix fix{.rewrite = "kept-scalar",
                .title = "keep `" + name + "` a tensor",
                .safety = branches.assumptions.empty() ? Safety::safe : Safety::unsafe,
                .assumes = joined(branches.assumptions, " and "),
                .edits = edits_of(analysis.source(), site, reader, layout, joined(tests, " and ")),
                .tests = tests.size() + branches.tests};
        if (!fix.assumes.empty()) fix.title += " (assumes that " + fix.assumes + ")";
        std::ranges::move(branches.edits, std::back_inserter(fix.edits));
        std::ranges::sort(fix.edits, {}, &Edit::span);
        proposal.fixes.push_back(std::move(fix));
    }
    return proposal;
}

Proposal propose_at(const analysis::Analysis& analysis, const Facts& facts, const KeptSite& site, bool floating) {
    const auto torch = torch_name(facts.program(), facts.function());
    if (!torch) return declined(no_torch_name);
    const auto layout =
        site.variable ? indentation(analysis.source(), site.statement.span()) : std::optional<std::string>("");
    if (!layout) return declined("the assignment shares its line");
    Proof proof;
    KeptReader reader(facts, site, *torch, proof, floating);
    for (Node node = site.statement.parent(); node && node != facts.function(); node = node.parent())
        if (node.is(Kind::try_statement)) proof.refuse("a `try` around it may see the difference");
    if (!proof.refused()) reader.check_tensor();
    if (!proof.refused()) reader.check_uses();
    if (!proof.refused()) reader.check_devices();
    if (proof.refused()) return declined(*proof.unproven());
    if (!site.variable && reader.conditions().empty()) return propose_inside(site, reader, reader.tests());
    // `x * 2 if x.mean().item() > 0 else x` is a branch on a tensor that has no name: where.h
    if (reader.number().names.empty()) return {};
    return propose_variable(analysis, facts, site, reader, *torch, *layout, reader.tests());
}

}  // namespace

Proposal propose_kept_scalar(const analysis::Analysis& analysis, const rules::Finding& finding) {
    const Node operand = operand_of(analysis, finding);
    if (!operand) return {};
    const Facts facts(*analysis.program(), syntax::function_of(operand));
    const auto site = kept_site_of(facts, operand);
    if (!site) return {};
    Proposal proposal = propose_at(analysis, facts, *site, false);
    if (proposal.fixes.empty() && proposal.declined)
        if (Proposal other = propose_at(analysis, facts, *site, true); !other.fixes.empty()) return other;
    return proposal;
}

}  // namespace transforms
