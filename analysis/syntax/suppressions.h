// `# graphmend: ignore`, `# graphmend: ignore[GM101, GM2]` and `# noqa: GM101`: which findings the user wants to be
// spared. A bare `# noqa` is for other tools and silences nothing here.
#pragma once

#include "analysis/text/source.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace syntax {

class Tree;

// A comment that silences codes.
struct Suppression {
    text::Span span{};                // from its `#` to the next comment of the line, or to the end of the line
    std::vector<text::Span> codes{};  // that it lists
    bool silences_all = false;        // it has no list
    bool is_own = false;              // else it is a `noqa`, whose codes may be of other tools

    // Whether it names this program: `# noqa: E501` does not.
    [[nodiscard]] bool is_for_graphmend(const text::Source& source) const;
    [[nodiscard]] bool silences(const text::Source& source, std::string_view code) const;
};

// A listed code names itself and, as a prefix, its group: `GM1` covers GM101.
[[nodiscard]] bool covers(const text::Source& source, text::Span listed, std::string_view code);

// Those of a line, in order. They are found by their text, without the tree: a string that spells one is taken for one.
[[nodiscard]] std::vector<Suppression> suppressions_on(const text::Source& source, std::uint32_t line);

// Those of many statements, of which some share a line: each is searched once. The Sources outlive it.
class Suppressions {
  public:
    // The comment at the end of one of the lines of `statement` (its first or its last) that silences `code` there;
    // null if there is none.
    [[nodiscard]] const Suppression* of(const text::Source& source, text::Span statement, std::string_view code);

  private:
    std::unordered_map<const text::Source*, std::unordered_map<std::uint32_t, std::vector<Suppression>>> comments_;
};

[[nodiscard]] inline bool suppressed(const text::Source& source, text::Span statement, std::string_view code) {
    return Suppressions().of(source, statement, code) != nullptr;
}

// Whether a place is inside of a string, where a `#` begins no comment.
[[nodiscard]] bool in_string(const Tree& tree, std::uint32_t offset);

}  // namespace syntax
