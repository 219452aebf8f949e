#include "transforms/edit/edit.h"

#include <algorithm>

namespace transforms::edit {

bool well_formed(std::span<const Edit> edits) {
    const auto bad_pair = [](const Edit& a, const Edit& b) { return b.span < a.span || a.span.overlaps(b.span); };
    return std::ranges::all_of(edits, [](const Edit& edit) { return edit.span.begin <= edit.span.end; }) &&
           std::ranges::adjacent_find(edits, bad_pair) == edits.end();
}

std::string apply(std::string_view text, std::span<const Edit> edits) {
    std::string result;
    result.reserve(text.size());
    std::uint32_t copied = 0;
    for (const Edit& edit : edits) {
        result += text.substr(copied, edit.span.begin - copied);
        result += edit.text;
        copied = edit.span.end;
    }
    result += text.substr(copied);
    return result;
}

}  // namespace transforms::edit
