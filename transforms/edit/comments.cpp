#include "transforms/edit/comments.h"

#include "transforms/edit/layout.h"

#include <algorithm>

namespace transforms::edit {

std::optional<text::Span> removable(const text::Source& source, syntax::Node statement) {
    const text::Span span = statement.span();
    const std::uint32_t last = source.line_at(span.end), end = source.line(last).end;
    if (!indentation(source, span)) return std::nullopt;
    const std::string_view behind = source.text({span.end, end});
    const std::size_t next = behind.find_first_not_of(" \t");
    if (next == std::string_view::npos)
        return text::Span{source.line(source.line_at(span.begin)).begin, source.line(last + 1).begin};
    if (behind[next] != '#') return std::nullopt;
    return text::Span{span.begin, span.end + static_cast<std::uint32_t>(next)};
}

std::vector<std::string_view> comments_in(const text::Source& source, text::Span span, std::vector<text::Span> kept) {
    std::ranges::sort(kept);
    std::vector<std::string_view> comments;
    auto part = kept.begin();
    for (std::uint32_t at = span.begin; at < span.end;) {
        while (part != kept.end() && part->end <= at) ++part;
        if (part != kept.end() && part->contains(at)) {
            at = part->end;
        } else if (source.text()[at] == '#') {
            const std::uint32_t end = end_of_line(source, at);
            comments.push_back(source.text({at, end}));
            at = end;
        } else {
            ++at;
        }
    }
    return comments;
}

}  // namespace transforms::edit
