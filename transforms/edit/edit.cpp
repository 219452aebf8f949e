#include "transforms/edit/edit.h"

#include <algorithm>
#include <utility>

namespace transforms::edit {

bool well_formed(std::span<const Edit> edits) {
    const auto bad_pair = [](const Edit& a, const Edit& b) { return b.span < a.span || a.span.overlaps(b.span); };
    return std::ranges::all_of(edits, [](const Edit& edit) { return edit.span.begin <= edit.span.end; }) &&
           std::ranges::adjacent_find(edits, bad_pair) == edits.end();
}

std::string apply(std::string_view text, std::span<const Edit> edits) {
    std::string result;
    result.reserve(text.size());
    std::uint32_t copied = 0;
    for (const Edit& edit : edits) {
        result += text.substr(copied, edit.span.begin - copied);
        result += edit.text;
        copied = edit.span.end;
    }
    result += text.substr(copied);
    return result;
}

namespace {

// Where the text of each edit stands in what they give.
std::vector<text::Span> written_by(std::span<const Edit> edits) {
    std::vector<text::Span> all;
    std::uint32_t longer = 0;  // perhaps by less than nothing: unsigned numbers wrap around
    for (const Edit& each : edits) {
        const auto begin = each.span.begin + longer, size = static_cast<std::uint32_t>(each.text.size());
        all.push_back({begin, begin + size});
        longer += size - each.span.size();
    }
    return all;
}

// Those that touch as one.
std::vector<text::Span> united(std::vector<text::Span> spans) {
    std::ranges::sort(spans);
    std::vector<text::Span> all;
    for (const text::Span each : spans) {
        if (all.empty() || all.back().end < each.begin)
            all.push_back(each);
        else
            all.back().end = std::max(all.back().end, each.end);
    }
    return all;
}

}  // namespace

std::vector<Edit> composed(std::string_view text, std::span<const Edit> first, std::span<const Edit> second) {
    const std::string between = edit::apply(text, first);
    const std::vector<text::Span> written = written_by(first);
    std::vector<text::Span> touched = written;
    for (const Edit& each : second) touched.push_back(each.span);
    std::vector<Edit> all;
    std::size_t i = 0, k = 0;
    std::uint32_t longer = 0;  // than in `text`
    for (const text::Span whole : united(std::move(touched))) {
        const std::uint32_t begin = whole.begin - longer;
        for (; i < written.size() && whole.contains(written[i]); ++i)
            longer += written[i].size() - first[i].span.size();
        std::vector<Edit> inside;
        for (; k < second.size() && whole.contains(second[k].span); ++k)
            inside.push_back({{second[k].span.begin - whole.begin, second[k].span.end - whole.begin}, second[k].text});
        const auto old = std::string_view(between).substr(whole.begin, whole.size());
        all.push_back({{begin, whole.end - longer}, edit::apply(old, inside)});
    }
    return all;
}

}  // namespace transforms::edit
