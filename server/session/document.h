// The edits that a client makes to an open document. Used by Session; text comes in, text goes out.
#pragma once

#include "analysis/text/position.h"
#include "analysis/text/source.h"

#include <memory>
#include <optional>
#include <span>
#include <string>

namespace session {

struct Range {
    text::Position start;
    text::Position end;
    bool operator==(const Range&) const = default;
};

struct Change {
    std::optional<Range> range;  // none: `text` is the whole new text
    std::string text;
};

// A range that leaves the text means what is left of it inside, and one that is the wrong way round means the same as
// the right way round: a client that is wrong by a little must not lose the document.
[[nodiscard]] text::Span span_of(const text::Source& source, Range range, text::Unit unit);

// The Source after the changes, each made to the text that the one before it left.
[[nodiscard]] std::shared_ptr<const text::Source> edited(std::shared_ptr<const text::Source> source,
                                                         std::span<const Change> changes, text::Unit unit);

}  // namespace session
