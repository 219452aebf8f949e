// Statements that are taken away, and the comments that go with them.
#pragma once

#include "analysis/syntax/node.h"
#include "analysis/text/source.h"

#include <optional>
#include <string_view>
#include <vector>

namespace transforms::edit {

// What goes with a statement that is taken away: its lines, or, where a comment shares them, all but that. Nothing if
// it shares them with other code, or is the last of its block.
[[nodiscard]] std::optional<text::Span> removable(const text::Source& source, syntax::Node statement);

// The comments of a span, without those inside of the `kept` parts of it. Apart from these parts it holds no strings.
[[nodiscard]] std::vector<std::string_view> comments_in(const text::Source& source, text::Span span,
                                                        std::vector<text::Span> kept);

}  // namespace transforms::edit
