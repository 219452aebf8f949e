#include "server/rpc/framing.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace rpc {
namespace {

constexpr std::string_view length_field = "content-length:";

bool equal_ignoring_case(char a, char b) {
    const auto lower = [](char c) { return 'A' <= c && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
    return lower(a) == lower(b);
}

std::size_t find_length_field(std::string_view text) {
    const auto found =
        std::search(text.begin(), text.end(), length_field.begin(), length_field.end(), equal_ignoring_case);
    return found == text.end() ? text.npos : static_cast<std::size_t>(found - text.begin());
}

// What `Content-Length` says. The field may stand behind other bytes on its line: what a damaged message left over.
std::optional<std::uint64_t> content_length(std::string_view header) {
    const std::size_t field = find_length_field(header);
    if (field == header.npos) return std::nullopt;
    std::string_view value = header.substr(field + length_field.size());
    value = value.substr(0, value.find_first_of("\r\n"));
    while (value.starts_with(' ') || value.starts_with('\t')) value.remove_prefix(1);
    while (value.ends_with(' ') || value.ends_with('\t')) value.remove_suffix(1);

    std::uint64_t length = 0;
    const char* const end = value.data() + value.size();
    const auto [stopped, error] = std::from_chars(value.data(), end, length);
    if (value.empty() || stopped != end || error != std::errc{}) return std::nullopt;
    return length;
}

// Where the header ends and how many bytes its empty line takes. A lone LF is what people type into a pipe.
std::pair<std::size_t, std::size_t> end_of_header(std::string_view text) {
    for (std::size_t at = text.find('\n'); at != text.npos; at = text.find('\n', at + 1)) {
        if (text.substr(at + 1).starts_with('\n')) return {at, 2};
        if (text.substr(at + 1).starts_with("\r\n")) return {at, 3};
    }
    return {text.npos, 0};
}

}  // namespace

void Framing::drop(std::size_t bytes) {
    begin_ += bytes;
    // Moving the rest to the front costs as much as it is long: worth it once it is the smaller part.
    if (begin_ < buffer_.size() / 2) return;
    buffer_.erase(0, begin_);
    begin_ = 0;
}

void Framing::complain(std::string reason) {
    // One complaint is enough until a good header is found.
    if (!std::exchange(lost_, true)) error_ = FramingError{std::move(reason)};
}

bool Framing::read_header() {
    const std::string_view window = rest().substr(0, max_header);
    const auto [end, blank] = end_of_header(window);
    if (end == window.npos) {
        if (window.size() < max_header) return false;
        const std::size_t field = find_length_field(window.substr(1));
        drop(field == window.npos ? max_header - length_field.size() : field + 1);
        complain("the header of a message is longer than " + std::to_string(max_header) + " bytes");
        return true;
    }
    const std::optional<std::uint64_t> length = content_length(window.substr(0, end));
    drop(end + blank);
    if (!length || *length > max_skipped) {
        complain("a message needs a header `Content-Length: N`");
    } else if (*length > max_message) {
        skip_ = *length;
        error_ = FramingError{"a message of " + std::to_string(*length) + " bytes is longer than the " +
                              std::to_string(max_message) + " bytes that are accepted"};
    } else {
        lost_ = false;
        length_ = length;
    }
    return true;
}

bool Framing::skip() {
    const auto skipped = static_cast<std::size_t>(std::min<std::uint64_t>(skip_, rest().size()));
    skip_ -= skipped;
    drop(skipped);
    return skip_ == 0;
}

std::optional<Frame> Framing::next() {
    while (!length_) {
        if (!skip() || !read_header()) return std::nullopt;
        if (error_) return *std::exchange(error_, std::nullopt);
    }
    if (rest().size() < *length_) return std::nullopt;
    std::string body(rest().substr(0, static_cast<std::size_t>(*length_)));
    drop(body.size());
    length_.reset();
    return body;
}

std::string framed(std::string_view body) {
    std::string out = "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n";
    out += body;
    return out;
}

}  // namespace rpc
