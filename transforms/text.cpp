#include "transforms/text.h"

#include <algorithm>

namespace transforms {

std::optional<std::string_view> indentation(const text::Source& source, text::Span statement) {
    const text::Span line = source.line(source.line_at(statement.begin));
    const std::string_view before = source.text({line.begin, statement.begin});
    if (before.find_first_not_of(" \t\f") != std::string_view::npos) return std::nullopt;
    return before;
}

std::string step_of(const text::Source& source, syntax::Node statement) {
    const auto outer = indentation(source, statement.span());
    const syntax::Node block = statement.child(syntax::Kind::block);
    const syntax::Node first = block ? block.first_child() : syntax::Node{};
    const auto inner = first ? indentation(source, first.span()) : std::nullopt;
    if (outer && inner && inner->size() > outer->size() && inner->starts_with(*outer))
        return std::string(inner->substr(outer->size()));
    return outer && outer->find('\t') != std::string_view::npos ? "\t" : "    ";
}

std::vector<std::string_view> comments_in(const text::Source& source, text::Span span, std::vector<text::Span> kept) {
    std::ranges::sort(kept);
    std::vector<std::string_view> comments;
    for (std::uint32_t at = span.begin; at < span.end;) {
        const auto part = std::ranges::find_if(kept, [at](text::Span each) { return each.contains(at); });
        if (part != kept.end()) {
            at = part->end;
        } else if (source.text()[at] == '#') {
            const std::uint32_t end = source.line(source.line_at(at)).end;
            comments.push_back(source.text({at, end}));
            at = end;
        } else {
            ++at;
        }
    }
    return comments;
}

}  // namespace transforms
