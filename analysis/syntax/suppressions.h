// `# graphmend: ignore`, `# graphmend: ignore[GM101, GM2]` and `# noqa: GM101`: which findings the user wants to be
// spared. A bare `# noqa` is for other tools and silences nothing here.
#pragma once

#include "analysis/text/source.h"

#include <string_view>

namespace syntax {

// Whether a comment at the end of one of the lines of `statement` (its first or its last) silences `code` there.
[[nodiscard]] bool suppressed(const text::Source& source, text::Span statement, std::string_view code);

// The comment of the line that silences codes, from its `#` to the end of the line; empty if there is none.
[[nodiscard]] text::Span suppression_comment(const text::Source& source, std::uint32_t line);

}  // namespace syntax
