// One Python file: its path, its text as UTF-8, and where its lines start. Immutable and shared; every
// Span, Node and string_view of the analysis points into the Source that it was made from.
#pragma once

#include "analysis/text/span.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace text {

// How the bytes on disk spell the text (PEP 263), so that a fixed file is written back the way it came.
struct Encoding {
    std::string name = "utf-8";  // as Python's codecs call it, normalised: "utf-8", "iso8859-1", "cp1252", "ascii"...
    bool byte_order_mark = false;
};

class Source {
  public:
    // `text` is UTF-8 without a byte order mark, at most `max_size` bytes.
    Source(std::string path, std::string text, Encoding encoding = {});

    static constexpr std::size_t max_size = std::size_t{1} << 30;

    [[nodiscard]] const std::string& path() const { return path_; }
    [[nodiscard]] std::string_view text() const { return text_; }
    [[nodiscard]] std::string_view text(Span span) const {
        return std::string_view(text_).substr(span.begin, span.size());
    }
    [[nodiscard]] const Encoding& encoding() const { return encoding_; }

    // Lines end at LF, CRLF or CR, and at nothing else (Python's tokenizer and LSP agree on these three).
    [[nodiscard]] std::uint32_t line_count() const { return static_cast<std::uint32_t>(line_starts_.size()); }
    [[nodiscard]] std::uint32_t line_at(std::uint32_t offset) const;  // 0-based
    [[nodiscard]] Span line(std::uint32_t index) const;               // without its line ending
    [[nodiscard]] std::string_view line_ending() const;               // of the first line; "\n" if there is none

    // What the bytes of a span hold besides one-byte characters; fast for any length (position.h).
    struct Wide {
        std::uint32_t continuations = 0;  // bytes that do not begin a character
        std::uint32_t fours = 0;          // characters of four bytes, which UTF-16 spells with two units
    };
    [[nodiscard]] Wide wide(Span span) const;

  private:
    static constexpr std::uint32_t block_size = 1024;

    std::string path_;
    std::string text_;
    Encoding encoding_;
    std::vector<std::uint32_t> line_starts_;
    std::vector<Wide> before_;  // of the text before each block; empty if all of it is ASCII
};

// Why bytes are not Python text: "is not UTF-8 (byte 0xff at offset 12)", "declares the unknown encoding `foo`".
struct DecodeError {
    std::string reason;
};

// Bytes of a file -> Source: byte order mark, declared encoding, strict decoding. Never guesses.
[[nodiscard]] std::variant<std::shared_ptr<const Source>, DecodeError> decode(std::string path, std::string bytes);

// The bytes that spell `text` in `encoding`; an error if a character has no spelling there.
[[nodiscard]] std::variant<std::string, DecodeError> encode(std::string_view text, const Encoding& encoding);

}  // namespace text
