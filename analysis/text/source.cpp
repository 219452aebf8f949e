#include "analysis/text/source.h"

#include <cstring>
#include <utility>

namespace text {
namespace {

std::vector<std::uint32_t> line_starts_of(std::string_view text) {
    std::vector<std::uint32_t> starts{0};
    const auto find = [text](std::size_t from, char wanted) { return std::min(text.find(wanted, from), text.size()); };
    std::size_t cr = find(0, '\r');
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t lf = find(at, '\n');
        for (; cr < lf; cr = find(cr + 1, '\r')) {
            if (!text.substr(cr).starts_with("\r\n")) starts.push_back(static_cast<std::uint32_t>(cr + 1));
        }
        if (lf < text.size()) starts.push_back(static_cast<std::uint32_t>(lf + 1));
        at = lf + 1;
    }
    return starts;
}

bool is_ascii(std::string_view text) {
    std::uint64_t seen = 0;
    std::size_t at = 0;
    for (; at + sizeof seen <= text.size(); at += sizeof seen) {
        std::uint64_t word = 0;
        std::memcpy(&word, text.data() + at, sizeof word);
        seen |= word;
    }
    for (; at < text.size(); ++at) seen |= static_cast<unsigned char>(text[at]);
    return (seen & 0x8080808080808080U) == 0;
}

Source::Wide count(std::string_view text) {
    Source::Wide wide;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        wide.continuations += (byte & 0xC0U) == 0x80U;
        wide.fours += byte >= 0xF0U;
    }
    return wide;
}

Source::Wide operator+(Source::Wide a, Source::Wide b) {
    return {.continuations = a.continuations + b.continuations, .fours = a.fours + b.fours};
}

Source::Wide operator-(Source::Wide a, Source::Wide b) {
    return {.continuations = a.continuations - b.continuations, .fours = a.fours - b.fours};
}

}  // namespace

Source::Source(std::string path, std::string text, Encoding encoding)
    : path_(std::move(path)), text_(std::move(text)), encoding_(std::move(encoding)),
      line_starts_(line_starts_of(text_)) {
    if (is_ascii(text_)) return;
    Wide sum;
    for (std::size_t at = 0; at <= text_.size(); at += block_size) {
        before_.push_back(sum);
        sum = sum + count(std::string_view(text_).substr(at, block_size));
    }
}

std::uint32_t Source::line_at(std::uint32_t offset) const {
    const auto next = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
    return static_cast<std::uint32_t>(next - line_starts_.begin()) - 1;
}

Span Source::line(std::uint32_t index) const {
    const auto size = static_cast<std::uint32_t>(text_.size());
    if (index >= line_count()) return {size, size};
    const std::uint32_t begin = line_starts_[index];
    if (index + 1 == line_count()) return {begin, size};
    const std::uint32_t end = line_starts_[index + 1];
    return {begin, end - (text({begin, end}).ends_with("\r\n") ? 2 : 1)};
}

std::string_view Source::line_ending() const { return line_count() == 1 ? "\n" : text({line(0).end, line_starts_[1]}); }

Source::Wide Source::wide(Span span) const {
    if (before_.empty()) return {};
    if (span.size() <= block_size) return count(text(span));
    const auto until = [this](std::uint32_t end) {
        return before_[end / block_size] + count(text({end - end % block_size, end}));
    };
    return until(span.end) - until(span.begin);
}

}  // namespace text
