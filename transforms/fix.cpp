#include "transforms/fix.h"

#include "transforms/fixpoint.h"

#include <algorithm>
#include <map>
#include <utility>

namespace transforms {

namespace {

using Shared = std::shared_ptr<const analysis::Analysis>;

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

bool may_apply(const Fix& fix, bool unsafe) {
    return fix.needs.empty() && !fix.edits.empty() &&
           (fix.safety == Safety::safe || (unsafe && fix.safety == Safety::unsafe));
}

std::vector<Fix> wanted(const analysis::Analysis& analysis, const Steps& steps) {
    std::vector<Fix> result;
    for (const rules::Finding& finding : analysis.findings()) {
        std::vector<Fix> fixes = steps.propose(analysis, finding).fixes;
        const auto best = std::ranges::find_if(fixes, [&](const Fix& fix) { return may_apply(fix, steps.unsafe); });
        if (best != fixes.end()) result.push_back(std::move(*best));
    }
    return result;
}

struct Round {
    Shared after;  // null: nothing could be applied
    std::size_t applied = 0;
};

// Applies as many of the fixes as fit together; nothing when the text does not change or parses worse than before.
Round attempt(const Shared& before, std::span<const Fix> fixes, const Steps& steps) {
    Batch batch;
    std::size_t applied = 0;
    for (const Fix& fix : fixes) applied += batch.add(fix) ? 1 : 0;
    const text::Source& source = before->source();
    std::string text = apply(source.text(), batch.edits());
    if (text == source.text() || text.size() > text::Source::max_size) return {};
    Shared after = steps.analyze(std::make_shared<const text::Source>(source.path(), std::move(text), source.encoding()));
    if (after->problems().size() > before->problems().size()) return {};
    return {.after = std::move(after), .applied = applied};
}

// One fix that spoils the text must not hide the others: those that are fine alone are tried together again.
Round attempt_singly(const Shared& before, std::span<const Fix> fixes, const Steps& steps) {
    std::vector<Fix> good;
    Round last;
    for (const Fix& fix : fixes) {
        Round alone = attempt(before, std::span(&fix, 1), steps);
        if (!alone.after) continue;
        good.push_back(fix);
        last = std::move(alone);
    }
    if (good.size() < 2) return last;
    Round together = attempt(before, good, steps);
    return together.after ? together : last;
}

}  // namespace

std::string_view to_string(Safety safety) {
    switch (safety) {
        case Safety::safe: return "safe";
        case Safety::unsafe: return "unsafe";
        case Safety::suggestion: return "suggestion";
    }
    return "";
}

std::vector<Edit> combine(std::span<const Fix* const> fixes) {
    Batch batch;
    for (const Fix* fix : fixes) batch.add(*fix);
    return batch.edits();
}

Fixed fix_to_fixed_point(std::shared_ptr<const text::Source> source, const Steps& steps) {
    Shared current = steps.analyze(std::move(source));
    std::size_t applied = 0;
    for (int round = 0; round < max_rounds; ++round) {
        const std::vector<Fix> fixes = wanted(*current, steps);
        if (fixes.empty()) break;
        Round next = attempt(current, fixes, steps);
        if (!next.after && fixes.size() > 1) next = attempt_singly(current, fixes, steps);
        if (!next.after) break;
        current = std::move(next.after);
        applied += next.applied;
    }
    std::string text(current->source().text());
    return {.text = std::move(text), .applied = applied, .last = std::move(current)};
}

Fixed fix(std::shared_ptr<const text::Source> source, const analysis::Options& options, bool unsafe) {
    const Steps steps{
        .analyze =
            [&](std::shared_ptr<const text::Source> text) {
                return std::make_shared<const analysis::Analysis>(analysis::analyze(std::move(text), options));
            },
        .propose = propose,
        .unsafe = unsafe,
    };
    return fix_to_fixed_point(std::move(source), steps);
}

}  // namespace transforms
