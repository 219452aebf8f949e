#include "transforms/apply.h"

#include "transforms/propose.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <utility>

namespace transforms {

using edit::Edit;

namespace {

// A text and what is known about it.
struct Stage {
    std::shared_ptr<const text::Source> source;
    std::shared_ptr<const analysis::Analysis> analysis;
};

Stage reach(std::shared_ptr<const text::Source> source, const Steps& steps) {
    auto analysis = steps.analyze(source);
    return {.source = std::move(source), .analysis = std::move(analysis)};
}

// Edits that are disjoint at all times; fixes are added whole or not at all.
class Batch {
  public:
    bool add(const Fix& fix) {
        if (!std::ranges::all_of(fix.edits, [this](const Edit& edit) { return fits(edit); })) return false;
        for (const Edit& edit : fix.edits) edits_.emplace(edit.span, &edit);
        return true;
    }

    [[nodiscard]] std::vector<Edit> edits() const {
        std::vector<Edit> result;
        result.reserve(edits_.size());
        for (const auto& [span, edit] : edits_) result.push_back(*edit);
        return result;
    }

  private:
    // Since the spans are sorted and disjoint, only the two neighbours can overlap.
    [[nodiscard]] bool fits(const Edit& edit) const {
        const auto next = edits_.lower_bound(edit.span);
        if (next != edits_.end() && next->first == edit.span) return *next->second == edit;
        if (next != edits_.end() && next->first.overlaps(edit.span)) return false;
        return next == edits_.begin() || !std::prev(next)->first.overlaps(edit.span);
    }

    std::map<text::Span, const Edit*> edits_;
};

bool is_cancelled(const Steps& steps) { return steps.cancelled && steps.cancelled(); }

std::vector<Fix> offered_for(const analysis::Analysis& analysis, const rules::Finding& finding, const Steps& steps) {
    Proposal proposal = steps.propose(analysis, finding);
    if (steps.weigh) steps.weigh(analysis, finding, proposal);
    return std::move(proposal.fixes);
}

std::vector<Fix> wanted(const analysis::Analysis& analysis, const Steps& steps) {
    std::vector<Fix> result;
    std::vector<rules::Finding> findings(analysis.findings().begin(), analysis.findings().end());
    findings.insert(findings.end(), analysis.rare().begin(), analysis.rare().end());
    for (const rules::Finding& finding : findings) {
        if (is_cancelled(steps)) return {};
        const std::vector<Fix> fixes = offered_for(analysis, finding, steps);
        if (const Fix* best = chosen(fixes, steps.choice)) result.push_back(*best);
    }
    return result;
}

struct Round {
    Stage after;
    std::vector<std::string> applied{};  // none: nothing could be, and there is no `after`
};

// Applies as many of the fixes as fit together; nothing when the text does not change, or does not parse any more.
Round attempt(const text::Source& before, std::span<const Fix> fixes, const Steps& steps) {
    if (is_cancelled(steps)) return {};
    Batch batch;
    std::vector<std::string> applied;
    for (const Fix& fix : fixes)
        if (batch.add(fix)) applied.push_back(std::string(fix.rewrite) + ": " + fix.title);
    std::string text = edit::apply(before.text(), batch.edits());
    if (text == before.text() || text.size() > steps.max_size) return {};
    Stage after = reach(std::make_shared<const text::Source>(before.path(), std::move(text), before.encoding()), steps);
    if (!after.analysis->problems().empty()) return {};
    return {.after = std::move(after), .applied = std::move(applied)};
}

// One fix that spoils the text must not hide the others: those that are fine alone are tried together again.
Round attempt_singly(const text::Source& before, std::span<const Fix> fixes, const Steps& steps) {
    std::vector<Fix> good;
    Round last;
    for (const Fix& fix : fixes) {
        Round alone = attempt(before, std::span(&fix, 1), steps);
        if (alone.applied.empty()) continue;
        good.push_back(fix);
        last = std::move(alone);
    }
    if (good.size() < 2) return last;
    Round together = attempt(before, good, steps);
    return together.applied.empty() ? last : together;
}

}  // namespace

std::vector<Edit> combine(std::span<const Fix* const> fixes) {
    Batch batch;
    for (const Fix* fix : fixes) batch.add(*fix);
    return batch.edits();
}

Fixed fix_to_fixed_point(std::shared_ptr<const text::Source> source, const Steps& steps) {
    Stage current = reach(std::move(source), steps);
    std::vector<std::string> applied;
    // Where the text does not parse, a proof about it means nothing.
    for (int round = 0; round < max_rounds && current.analysis->problems().empty(); ++round) {
        const std::vector<Fix> fixes = wanted(*current.analysis, steps);
        if (fixes.empty()) break;
        // What needs no test now may be what spares others theirs.
        std::vector<Fix> plain = fixes;
        std::erase_if(plain, [](const Fix& fix) { return !fix.tests.empty(); });
        Round next = attempt(*current.source, plain, steps);
        if (next.applied.empty()) next = attempt(*current.source, fixes, steps);
        if (next.applied.empty() && fixes.size() > 1) next = attempt_singly(*current.source, fixes, steps);
        if (next.applied.empty()) break;
        current = std::move(next.after);
        std::ranges::move(next.applied, std::back_inserter(applied));
    }
    return {.text = std::string(current.source->text()),
            .applied = std::move(applied),
            .source = current.source,
            .last = current.analysis};
}

Fixed fix(std::shared_ptr<const text::Source> source, const analysis::Options& options, const Choice& choice,
          const Weigh& weigh) {
    std::optional<Study> study;  // of what was analysed last
    const Steps steps{
        .analyze =
            [&](std::shared_ptr<const text::Source> text) {
                study.reset();
                return std::make_shared<const analysis::Analysis>(analysis::analyze(std::move(text), options));
            },
        .propose =
            [&](const analysis::Analysis& analysis, const rules::Finding& finding) {
                if (!study || &study->analysis() != &analysis) study.emplace(analysis);
                return propose(*study, finding);
            },
        .choice = choice,
        .weigh = weigh,
        .cancelled = options.cancelled,
    };
    return fix_to_fixed_point(std::move(source), steps);
}

}  // namespace transforms
