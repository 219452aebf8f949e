#include "server/lsp/text_diff.h"

#include <algorithm>

namespace lsp {
namespace {

// The first start of a line, or the end of the text, from the offset on.
std::uint32_t line_start_from(const text::Source& source, std::uint32_t offset) {
    const std::uint32_t line = source.line_at(offset);
    if (source.line(line).begin == offset) return offset;
    return line + 1 < source.line_count() ? source.line(line + 1).begin
                                          : static_cast<std::uint32_t>(source.text().size());
}

}  // namespace

transforms::Edit difference(const text::Source& before, std::string_view after) {
    const std::string_view text = before.text();
    const auto front = std::mismatch(text.begin(), text.end(), after.begin(), after.end()).first - text.begin();
    const std::uint32_t begin = before.line(before.line_at(static_cast<std::uint32_t>(front))).begin;
    const std::size_t longest = std::min(text.size(), after.size()) - begin;
    const auto back =
        std::mismatch(text.rbegin(), text.rbegin() + static_cast<std::ptrdiff_t>(longest), after.rbegin()).first;
    const std::uint32_t end = line_start_from(before, static_cast<std::uint32_t>(text.rend() - back));
    return {.span = {begin, end}, .text = std::string(after.substr(begin, after.size() - (text.size() - end) - begin))};
}

}  // namespace lsp
