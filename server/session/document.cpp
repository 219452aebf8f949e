#include "server/session/document.h"

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <vector>

namespace session {

text::Span span_of(const text::Source& source, Range range, text::Unit unit) {
    const auto [begin, end] =
        std::minmax({text::offset(source, range.start, unit), text::offset(source, range.end, unit)});
    return {begin, end};
}

namespace {

struct Splice {
    text::Span span;
    const std::string* text;
};

std::shared_ptr<const text::Source> with_text(const text::Source& source, std::string text) {
    if (text.size() > text::Source::max_size) throw std::length_error("the document is too long");
    return std::make_shared<text::Source>(source.path(), std::move(text), source.encoding());
}

// The last of the splices is the first in the text.
std::shared_ptr<const text::Source> spliced(const text::Source& source, std::span<const Splice> splices) {
    std::string text;
    std::uint32_t at = 0;
    for (auto each = splices.rbegin(); each != splices.rend(); ++each) {
        text.append(source.text({at, each->span.begin})).append(*each->text);
        at = each->span.end;
    }
    text.append(source.text().substr(at));
    return with_text(source, std::move(text));
}

}  // namespace

// Many cursors make many changes at once, and editors send them from the last to the first. As long as each is on lines
// before the others, it is where it is without them, and they are made together.
std::shared_ptr<const text::Source> edited(std::shared_ptr<const text::Source> source, std::span<const Change> changes,
                                           text::Unit unit) {
    std::vector<Splice> splices;
    const auto make_them = [&] {
        if (!splices.empty()) source = spliced(*source, std::exchange(splices, {}));
    };
    for (const Change& change : changes) {
        if (!change.range) {
            splices.clear();
            source = with_text(*source, change.text);
            continue;
        }
        const std::uint32_t last = std::max(change.range->start.line, change.range->end.line);
        if (!splices.empty() && last >= source->line_at(splices.back().span.begin)) make_them();
        splices.push_back({span_of(*source, *change.range, unit), &change.text});
    }
    make_them();
    return source;
}

}  // namespace session
