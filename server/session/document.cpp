#include "server/session/document.h"

#include <algorithm>
#include <stdexcept>

namespace session {

text::Span span_of(const text::Source& source, Range range, text::Unit unit) {
    const auto [begin, end] =
        std::minmax({text::offset(source, range.start, unit), text::offset(source, range.end, unit)});
    return {begin, end};
}

std::shared_ptr<const text::Source> edited(std::shared_ptr<const text::Source> source, std::span<const Change> changes,
                                           text::Unit unit) {
    for (const Change& change : changes) {
        std::string text;
        if (change.range) {
            const text::Span span = span_of(*source, *change.range, unit);
            text = source->text();
            text.replace(span.begin, span.size(), change.text);
        } else {
            text = change.text;
        }
        if (text.size() > text::Source::max_size) throw std::length_error("the document is too long");
        source = std::make_shared<text::Source>(source->path(), std::move(text), source->encoding());
    }
    return source;
}

}  // namespace session
