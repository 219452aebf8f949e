// Replacements of byte ranges in a Source. Text is never mutated: Edits are produced, shown, and applied at the edge.
#pragma once

#include "analysis/text/span.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace transforms::edit {

struct Edit {
    text::Span span;   // empty: an insertion
    std::string text;  // empty: a deletion
    bool operator==(const Edit&) const = default;
};

// Sorted by position and disjoint: the invariant of every list of Edits in a Fix.
[[nodiscard]] bool well_formed(std::span<const Edit> edits);

// `edits` are well formed and lie within `text`.
[[nodiscard]] std::string apply(std::string_view text, std::span<const Edit> edits);

// The edits of `text` that do what `first` does to it and then `second`, which is of the text that `first` gives.
[[nodiscard]] std::vector<Edit> composed(std::string_view text, std::span<const Edit> first,
                                         std::span<const Edit> second);

}  // namespace transforms::edit
