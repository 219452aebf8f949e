// `# graphmend: ignore`, `# graphmend: ignore[GM101, GM2]` and `# noqa: GM101`: which findings the user wants to be
// spared. A bare `# noqa` is for other tools and silences nothing here.
#pragma once

#include "analysis/text/source.h"

#include <string_view>
#include <unordered_map>

namespace syntax {

// The comment at the end of one of the lines of `statement` (its first or its last) that silences `code` there; empty
// if there is none.
[[nodiscard]] text::Span suppression_of(const text::Source& source, text::Span statement, std::string_view code);
[[nodiscard]] inline bool suppressed(const text::Source& source, text::Span statement, std::string_view code) {
    return !suppression_of(source, statement, code).empty();
}

// The same for many statements, of which some share a line: each is searched once. The Sources outlive it.
class Suppressions {
  public:
    [[nodiscard]] text::Span of(const text::Source& source, text::Span statement, std::string_view code);

  private:
    std::unordered_map<const text::Source*, std::unordered_map<std::uint32_t, text::Span>> comments_;  // by line
};

// The comment of the line that silences codes, from its `#` to the end of the line; empty if there is none.
[[nodiscard]] text::Span suppression_comment(const text::Source& source, std::uint32_t line);

// Whether such a comment is about this program: `# noqa: E501` is not.
[[nodiscard]] bool is_for_graphmend(const text::Source& source, text::Span comment);

}  // namespace syntax
