#include "server/session/document.h"

#include <doctest/doctest.h>

#include <iterator>
#include <random>
#include <string>
#include <vector>

namespace {

using text::Position;
using text::Unit;

std::string after(std::string before, std::vector<session::Change> changes, Unit unit = Unit::utf16) {
    return std::string(
        session::edited(std::make_shared<text::Source>("a.py", std::move(before)), changes, unit)->text());
}

session::Change change(Position start, Position end, std::string text) {
    return {.range = session::Range{.start = start, .end = end}, .text = std::move(text)};
}

}  // namespace

TEST_CASE("a change without a range is the whole text") {
    CHECK(after("old", {{.range = {}, .text = "new"}}) == "new");
}

TEST_CASE("each change is made to what the one before it left") {
    CHECK(after("abc\n", {change({0, 0}, {0, 1}, "xyz"), change({0, 3}, {0, 3}, "!")}) == "xyz!bc\n");
    CHECK(
        after("abc\n", {change({0, 0}, {1, 0}, ""), {.range = {}, .text = "one\ntwo"}, change({1, 0}, {1, 3}, "2")}) ==
        "one\n2");
}

TEST_CASE("columns are counted in the client's unit") {
    CHECK(after("é😀x", {change({0, 3}, {0, 4}, "y")}, Unit::utf16) == "é😀y");
    CHECK(after("é😀x", {change({0, 6}, {0, 7}, "y")}, Unit::utf8) == "é😀y");
    CHECK(after("é😀x", {change({0, 2}, {0, 3}, "y")}, Unit::utf32) == "é😀y");
}

TEST_CASE("a range that leaves the text, or is the wrong way round, still means something") {
    CHECK(after("ab\ncd", {change({0, 1}, {0, 99}, "!")}) == "a!\ncd");
    CHECK(after("ab\ncd", {change({7, 0}, {9, 9}, "!")}) == "ab\ncd!");
    CHECK(after("ab\ncd", {change({1, 1}, {0, 1}, "!")}) == "a!d");
    CHECK(after("ab\r\ncd", {change({0, 99}, {1, 0}, "")}) == "abcd");
    CHECK(after("", {change({4294967295U, 4294967295U}, {4294967295U, 4294967295U}, "x")}) == "x");
    CHECK(after("😀", {change({0, 1}, {0, 1}, "x")}) == "x😀");
}

// The oracle: the text as code points, edited by walking from the start of the text.
namespace {

std::string utf8(std::u32string_view points) {
    std::string out;
    for (const char32_t c : points) {
        if (c < 0x80) {
            out += static_cast<char>(c);
        } else if (c < 0x800) {
            out += {static_cast<char>(0xC0U | (c >> 6U)), static_cast<char>(0x80U | (c & 0x3FU))};
        } else if (c < 0x10000) {
            out += {static_cast<char>(0xE0U | (c >> 12U)), static_cast<char>(0x80U | ((c >> 6U) & 0x3FU)),
                    static_cast<char>(0x80U | (c & 0x3FU))};
        } else {
            out += {static_cast<char>(0xF0U | (c >> 18U)), static_cast<char>(0x80U | ((c >> 12U) & 0x3FU)),
                    static_cast<char>(0x80U | ((c >> 6U) & 0x3FU)), static_cast<char>(0x80U | (c & 0x3FU))};
        }
    }
    return out;
}

std::uint32_t width(char32_t c, Unit unit) {
    if (unit == Unit::utf32) return 1;
    if (unit == Unit::utf16) return c < 0x10000 ? 1 : 2;
    return static_cast<std::uint32_t>(utf8({&c, 1}).size());
}

Position position_of(std::u32string_view points, std::size_t index, Unit unit) {
    Position at;
    for (std::size_t i = 0; i < index; ++i) {
        const bool ends_line =
            points[i] == U'\n' || (points[i] == U'\r' && (i + 1 == points.size() || points[i + 1] != U'\n'));
        if (ends_line)
            at = {.line = at.line + 1, .column = 0};
        else
            at.column += points[i] == U'\r' ? 0 : width(points[i], unit);
    }
    return at;
}

}  // namespace

TEST_CASE("random edits leave the same text as edits of a string of code points") {
    std::mt19937 random(20240229);
    const auto below = [&](std::size_t bound) { return static_cast<std::size_t>(random() % bound); };
    constexpr std::u32string_view alphabet = U"ab (\n\n\r\té漢😀\U0010FFFF";
    for (const Unit unit : {Unit::utf8, Unit::utf16, Unit::utf32}) {
        std::u32string expected;
        auto source = std::make_shared<const text::Source>("a.py", "");
        for (int round = 0; round < 2000; ++round) {
            std::size_t begin = below(expected.size() + 1);
            std::size_t end = std::min(expected.size(), begin + below(12));
            // No position lies between CR and LF.
            const auto inside = [&](std::size_t i) {
                return i > 0 && i < expected.size() && expected[i - 1] == U'\r' && expected[i] == U'\n';
            };
            if (inside(begin)) --begin;
            if (inside(end)) --end;
            std::u32string inserted;
            for (std::size_t n = below(expected.size() > 300 ? 4 : 12); n > 0; --n)
                inserted += alphabet[below(alphabet.size())];

            const session::Change made =
                change(position_of(expected, begin, unit), position_of(expected, end, unit), utf8(inserted));
            source = session::edited(source, {&made, 1}, unit);
            expected.replace(begin, end - begin, inserted);
            REQUIRE(source->text() == utf8(expected));
        }
    }
}

TEST_CASE("changes that come together leave what they leave one by one, whatever their order") {
    std::mt19937 random(5);
    const auto below = [&](std::uint32_t bound) { return static_cast<std::uint32_t>(random() % bound); };
    constexpr const char* pieces[] = {"", "x", "\n", "\r", "\r\n", "a\n\nb", "\xF0\x9F\x98\x80"};
    for (int round = 0; round < 3000; ++round) {
        std::string text;
        for (std::uint32_t n = below(20); n > 0; --n) text += pieces[below(std::size(pieces))];
        std::vector<session::Change> changes;
        for (std::uint32_t n = below(6), line = 12; n > 0; --n) {
            line = below(4) == 0 ? below(12) : line - std::min(line, below(4));  // mostly upwards, as editors do
            changes.push_back(change({line, below(4)}, {line + below(2), below(4)}, pieces[below(std::size(pieces))]));
            if (below(30) == 0) changes.back().range.reset();
        }
        std::string one_by_one = text;
        for (const session::Change& each : changes) one_by_one = after(one_by_one, {each});
        REQUIRE(after(text, changes) == one_by_one);
    }
}
