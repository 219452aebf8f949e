#include "transforms/look_ahead.h"

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
        if (each.source.get() == &source && !is_gone(each)) add(each);
    for (rules::Finding& each : more) add(std::move(each));
    std::ranges::stable_sort(findings, {}, [](const rules::Finding& each) { return each.span.begin; });
    return {std::move(text), std::move(program), std::move(findings), {}};
}

}  // namespace transforms
