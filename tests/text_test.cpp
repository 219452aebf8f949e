#include "analysis/text/position.h"
#include "analysis/text/source.h"

#include <doctest/doctest.h>

using text::Source;
using text::Unit;

namespace {

std::shared_ptr<const Source> decoded(std::string bytes) {
    auto result = text::decode("file.py", std::move(bytes));
    if (const auto* error = std::get_if<text::DecodeError>(&result)) FAIL(error->reason);
    return std::get<std::shared_ptr<const Source>>(result);
}

std::string refused(std::string bytes) {
    auto result = text::decode("file.py", std::move(bytes));
    const auto* error = std::get_if<text::DecodeError>(&result);
    return error != nullptr ? error->reason : "decoded";
}

std::string encoded(std::string_view text, std::string encoding, bool mark = false) {
    auto result = text::encode(text, {.name = std::move(encoding), .byte_order_mark = mark});
    if (const auto* error = std::get_if<text::DecodeError>(&result)) return "refused: " + error->reason;
    return std::get<std::string>(result);
}

}  // namespace

TEST_CASE("lines end at LF, CRLF and CR and at nothing else") {
    const Source source("file.py",
                        "a\nb\r\nc\rd\fe\x0b\xe2\x80\xa8"
                        "f\r\r\n");
    CHECK(source.line_count() == 6);
    CHECK(source.text(source.line(0)) == "a");
    CHECK(source.text(source.line(1)) == "b");
    CHECK(source.text(source.line(2)) == "c");
    CHECK(source.text(source.line(3)) ==
          "d\fe\x0b\xe2\x80\xa8"
          "f");
    CHECK(source.text(source.line(4)).empty());
    CHECK(source.text(source.line(5)).empty());
    CHECK(source.line_at(0) == 0);
    CHECK(source.line_at(1) == 0);
    CHECK(source.line_at(2) == 1);
    CHECK(source.line_at(4) == 1);
    CHECK(source.line_at(5) == 2);
}

TEST_CASE("an empty text has one empty line, and a text of one CR has two") {
    CHECK(Source("file.py", "").line_count() == 1);
    CHECK(Source("file.py", "").line(0) == text::Span{0, 0});
    CHECK(Source("file.py", "\r").line_count() == 2);
    CHECK(Source("file.py", "\n\r").line_count() == 3);
    CHECK(Source("file.py", "x").line(7) == text::Span{1, 1});
}

TEST_CASE("the line ending is that of the first line") {
    CHECK(Source("file.py", "a").line_ending() == "\n");
    CHECK(Source("file.py", "a\r\nb\n").line_ending() == "\r\n");
    CHECK(Source("file.py", "a\rb\n").line_ending() == "\r");
}

TEST_CASE("a column counts bytes, UTF-16 units or code points") {
    const Source source("file.py", "ok = 1\nname = 'é😀' + x\n");
    const auto x = static_cast<std::uint32_t>(source.text().find('x'));
    CHECK(text::position(source, x, Unit::utf8) == text::Position{1, 18});
    CHECK(text::position(source, x, Unit::utf16) == text::Position{1, 15});
    CHECK(text::position(source, x, Unit::utf32) == text::Position{1, 14});
    CHECK(text::line_column(source, x) == text::LineColumn{2, 15});
    for (const Unit unit : {Unit::utf8, Unit::utf16, Unit::utf32}) {
        CHECK(text::offset(source, text::position(source, x, unit), unit) == x);
    }
}

TEST_CASE("a column inside of a character means the start of the character") {
    const Source source("file.py", "😀é");
    CHECK(text::offset(source, {0, 1}, Unit::utf16) == 0);
    CHECK(text::offset(source, {0, 2}, Unit::utf16) == 4);
    CHECK(text::offset(source, {0, 3}, Unit::utf8) == 0);
    CHECK(text::offset(source, {0, 5}, Unit::utf8) == 4);
    CHECK(text::offset(source, {0, 1}, Unit::utf32) == 4);
}

TEST_CASE("positions behind the end mean the end") {
    const Source source("file.py", "ab\r\ncd");
    CHECK(text::offset(source, {0, 9}, Unit::utf16) == 2);
    CHECK(text::offset(source, {1, 0xFFFFFFFF}, Unit::utf16) == 6);
    CHECK(text::offset(source, {9, 0}, Unit::utf16) == 6);
    CHECK(text::position(source, 3, Unit::utf16) == text::Position{0, 2});
    CHECK(text::position(source, 99, Unit::utf16) == text::Position{1, 2});
}

TEST_CASE("every character of a long line has a position that leads back to it") {
    std::string long_line = "x = '";
    for (int i = 0; i < 3000; ++i) long_line += i % 3 == 0 ? "😀" : i % 3 == 1 ? "é" : "a";
    const Source source("file.py", "# é\n" + long_line + "'\n");
    std::uint32_t utf16 = 0;
    std::uint32_t points = 0;
    for (std::uint32_t at = source.line(1).begin; at < source.line(1).end; ++points) {
        const text::Position position{1, utf16};
        REQUIRE(text::position(source, at, Unit::utf16) == position);
        REQUIRE(text::offset(source, position, Unit::utf16) == at);
        REQUIRE(text::position(source, at, Unit::utf32).column == points);
        REQUIRE(text::offset(source, {1, points}, Unit::utf32) == at);
        const auto lead = static_cast<unsigned char>(source.text()[at]);
        at += lead < 0x80 ? 1 : lead < 0xE0 ? 2 : 4;
        utf16 += lead >= 0xF0 ? 2 : 1;
    }
}

TEST_CASE("without a declaration the bytes are UTF-8, with or without a byte order mark") {
    CHECK(decoded("x = 'é'\n")->text() == "x = 'é'\n");
    CHECK(decoded("x = 'é'\n")->encoding().name == "utf-8");
    const auto marked = decoded("\xEF\xBB\xBFx = 1\n");
    CHECK(marked->text() == "x = 1\n");
    CHECK(marked->encoding().byte_order_mark);
    CHECK(encoded(marked->text(), "utf-8", true) == "\xEF\xBB\xBFx = 1\n");
}

TEST_CASE("UTF-8 is checked strictly") {
    CHECK(refused("abc\xFF") == "is not UTF-8 (byte 0xff at offset 3)");
    CHECK(refused("\xEF\xBB\xBF\x80") == "is not UTF-8 (byte 0x80 at offset 3)");
    CHECK(refused("0123456789\xC3") == "is not UTF-8 (byte 0xc3 at offset 10)");
    for (const char* bytes :
         {"\xC0\x80", "\xC1\xBF", "\xE0\x9F\xBF", "\xF0\x8F\xBF\xBF", "\xED\xA0\x80", "\xED\xBF\xBF",
          "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xE2\x82", "\xE2\x28\xA1", "\xF0\x9F\x98"}) {
        CHECK(refused(bytes).starts_with("is not UTF-8 "));
    }
    for (const char* bytes :
         {"\xC2\x80", "\xE0\xA0\x80", "\xED\x9F\xBF", "\xEE\x80\x80", "\xF0\x90\x80\x80", "\xF4\x8F\xBF\xBF"}) {
        CHECK(decoded(bytes)->text() == bytes);
    }
}

TEST_CASE("a NUL byte is refused, as Python refuses it") {
    CHECK(refused(std::string("x = 1\0", 6)) == "contains a NUL byte, which Python refuses (at offset 5)");
}

TEST_CASE("a declared encoding is found where Python's tokenizer finds it") {
    const auto declares = [](std::string start) { return decoded(std::move(start))->encoding().name; };
    CHECK(declares("# coding: cp1252\n") == "cp1252");
    CHECK(declares("# -*- coding: CP1252 -*-") == "cp1252");
    CHECK(declares("# vim: set fileencoding=cp1252 :\n") == "cp1252");
    CHECK(declares(" \t\f# coding=\tcp1252") == "cp1252");
    CHECK(declares("#!/usr/bin/python\r# coding: cp1252\r") == "cp1252");
    CHECK(declares("\r\n# coding: cp1252\r\n") == "cp1252");
    CHECK(declares("# coding : x, coding: cp1252") == "cp1252");
    CHECK(declares("\n\n# coding: cp1252\n") == "utf-8");
    CHECK(declares("x = 1\n# coding: cp1252\n") == "utf-8");
    CHECK(declares("'''\n# coding: cp1252\n'''") == "utf-8");
    CHECK(declares("x = 1  # coding: cp1252\n") == "utf-8");
    CHECK(declares("# coding:\n") == "utf-8");
    CHECK(declares("#coding:=cp1252\n") == "utf-8");
}

TEST_CASE("an encoding is known under the names that Python knows") {
    const auto named = [](std::string_view name) { return decoded("# coding: " + std::string(name))->encoding().name; };
    CHECK(named("UTF8") == "utf-8");
    CHECK(named("utf-8-unix") == "utf-8");
    CHECK(named("latin-1") == "iso8859-1");
    CHECK(named("Latin_1-dos") == "iso8859-1");
    CHECK(named("-Latin__1-") == "iso8859-1");
    CHECK(named("l1") == "iso8859-1");
    CHECK(named("ISO-8859-15") == "iso8859-15");
    CHECK(named("US-ASCII") == "ascii");
    CHECK(named("windows-1252") == "cp1252");
    CHECK(refused("# coding: foo") == "declares the unknown encoding `foo`");
    CHECK(refused("# coding: utf-16") == "declares the unknown encoding `utf-16`");
    CHECK(refused("# coding: rot13") == "declares the unknown encoding `rot13`");
    CHECK(refused("\xEF\xBB\xBF# coding: latin-1") ==
          "begins with the byte order mark of UTF-8 and declares the encoding `iso-8859-1`");
}

TEST_CASE("declared encodings are decoded, and what is written back is what was read") {
    const auto round_trip = [](const std::string& name, const std::string& bytes) {
        const std::string file = "# coding: " + name + "\n" + bytes;
        const auto source = decoded(file);
        CHECK(encoded(source->text(), source->encoding().name) == file);
        return std::string(source->text().substr(source->text().find('\n') + 1));
    };
    CHECK(round_trip("latin-1", "caf\xE9 \x80\xFF") == "café \u0080ÿ");
    CHECK(round_trip("iso-8859-15", "\xA4") == "€");
    CHECK(round_trip("cp1252", "\x80\x93") == "€“");
    CHECK(round_trip("koi8-r", "\xCD\xC9\xD2") == "мир");
    CHECK(round_trip("gbk", "\xC4\xE3\xBA\xC3") == "你好");
    CHECK(round_trip("shift_jis", "\x93\xFA\x96\x7B '\\n'") == "日本 '\\n'");
    std::string long_text;
    for (int i = 0; i < 9000; ++i) long_text += "\xE9";
    CHECK(round_trip("latin-1", long_text).size() == 18000);
}

TEST_CASE("bytes and characters that the declared encoding has not are errors") {
    CHECK(refused("# coding: ascii\n\xE9") == "is not ascii (byte 0xe9 at offset 16)");
    CHECK(refused("# coding: cp1252\n\x81") == "is not cp1252 (byte 0x81 at offset 17)");
    CHECK(refused("# coding: gbk\n\xC4") == "is not gbk (byte 0xc4 at offset 14)");
    CHECK(encoded("x = '€'", "iso8859-1") == "refused: `€` has no spelling in iso8859-1");
    CHECK(encoded("x = '€'", "ascii") == "refused: `€` has no spelling in ascii");
}
