#include "transforms/look_ahead.h"

#include "transforms/findings.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace transforms {

using edit::Edit;

text::Span moved(text::Span span, const std::vector<Edit>& edits) {
    const auto at = [&](std::uint32_t offset) {
        std::uint32_t longer = 0;  // perhaps by less than nothing: unsigned numbers wrap around
        for (const Edit& each : edits)
            if (each.span.end <= offset) longer += static_cast<std::uint32_t>(each.text.size() - each.span.size());
        return offset + longer;
    };
    return {at(span.begin), at(span.end)};
}

analysis::Analysis with_edits(const analysis::Analysis& analysis, const std::vector<Edit>& edits,
                              const std::function<bool(const rules::Finding&)>& is_gone,
                              std::vector<rules::Finding> more) {
    const text::Source& source = analysis.source();
    auto text =
        std::make_shared<const text::Source>(source.path(), edit::apply(source.text(), edits), source.encoding());
    auto program = analysis.program()->with_text(text);
    std::vector<rules::Finding> findings;
    const auto add = [&](rules::Finding each) {
        each.source = text;
        each.span = moved(each.span, edits);
        each.statement = moved(each.statement, edits);
        findings.push_back(std::move(each));
    };
    for (const rules::Finding& each : analysis.findings())
        if (stands_in(each, source) && !is_gone(each)) add(each);
    for (rules::Finding& each : more) add(std::move(each));
    std::ranges::stable_sort(findings, {}, [](const rules::Finding& each) { return each.span.begin; });
    return {std::move(text), std::move(program), std::move(findings), {}};
}

const rules::Finding* found_behind(const analysis::Analysis& after, const rules::Finding& finding,
                                   const std::vector<Edit>& edits) {
    const auto& all = after.findings();
    const auto found = std::ranges::find_if(all, [&](const rules::Finding& each) {
        return each.code == finding.code && each.span == moved(finding.span, edits);
    });
    return found == all.end() ? nullptr : &*found;
}

namespace {

bool mends(const Fix& fix, Mended when) {
    const auto asks_gradient = [&](const proof::Guard& guard) {
        return when == Mended::always && guard.property == proof::Guard::Property::gradient;
    };
    return fix.safety != Safety::suggestion && fix.form == Form::plain &&
           std::ranges::none_of(fix.tests, asks_gradient);
}

}  // namespace

rules::Finding asked_of(rules::Finding finding, syntax::Node node) {
    finding.span = node.span();
    finding.statement = syntax::statement_of(node).span();
    return finding;
}

bool can_ask_tensor(Study& study, const rules::Finding& finding, const std::vector<syntax::Node>& askers,
                    const std::vector<Edit>& edits, Mended when) {
    constexpr std::size_t most_askers = 8;
    if (askers.size() > most_askers || !study.may_look_ahead()) return false;
    std::vector<rules::Finding> asked;
    for (const syntax::Node each : askers) asked.push_back(asked_of(finding, each));
    const auto is_gone = [&](const rules::Finding& each) {
        return std::ranges::any_of(edits, [&](const Edit& edit) { return edit.span.contains(each.span); });
    };
    const analysis::Analysis after = with_edits(study.analysis(), edits, is_gone, asked);
    Study ahead(after, study);
    const auto is_such = [&](const Fix& fix) { return mends(fix, when); };
    return std::ranges::all_of(asked, [&](const rules::Finding& each) {
        const rules::Finding* there = found_behind(after, each, edits);
        return there && std::ranges::any_of(propose(ahead, *there).fixes, is_such);
    });
}

}  // namespace transforms
