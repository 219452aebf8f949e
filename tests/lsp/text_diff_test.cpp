#include "server/lsp/text_diff.h"

#include <doctest/doctest.h>

#include <random>
#include <string>

namespace {

transforms::Edit difference(const std::string& before, std::string_view after) {
    return lsp::difference(text::Source("a.py", before), after);
}

}  // namespace

TEST_CASE("the difference of two texts is the lines between the first and the last that differ") {
    CHECK(difference("a\nb\nc\n", "a\nx\nc\n") == transforms::Edit{{2, 4}, "x\n"});
    CHECK(difference("a\nb\nc\n", "a\nc\n") == transforms::Edit{{2, 4}, ""});
    CHECK(difference("a\nc\n", "a\nb\nc\n") == transforms::Edit{{2, 2}, "b\n"});
    CHECK(difference("a\r\nb\r\n", "a\nb\r\n") == transforms::Edit{{0, 3}, "a\n"});
    CHECK(difference("", "a") == transforms::Edit{{0, 0}, "a"});
    CHECK(difference("a", "") == transforms::Edit{{0, 1}, ""});
}

TEST_CASE("the difference of any two texts makes one of the other, and begins and ends where lines begin") {
    std::mt19937 random(99);
    const auto text = [&] {
        std::string made;
        for (auto length = random() % 12; length > 0; --length) made += "ab\n\r\n"[random() % 5];
        return made;
    };
    for (int round = 0; round < 20000; ++round) {
        const std::string before = text();
        const std::string after = text();
        const text::Source source("a.py", before);
        const transforms::Edit edit = lsp::difference(source, after);
        CAPTURE(before);
        CAPTURE(after);
        REQUIRE(transforms::apply(before, {&edit, 1}) == after);
        for (const std::uint32_t offset : {edit.span.begin, edit.span.end})
            REQUIRE((offset == before.size() || source.line(source.line_at(offset)).begin == offset));
    }
}
