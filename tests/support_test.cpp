#include "tests/support/expect.h"
#include "tests/support/pages.h"

#include <doctest/doctest.h>

using tests::Mark;

namespace {

Mark marked(std::string code, std::string_view part) {
    const text::Source source("file.py", std::move(code));
    const auto begin = static_cast<std::uint32_t>(source.text().find(part));
    return tests::mark(source, {begin, begin + static_cast<std::uint32_t>(part.size())}, "X");
}

}  // namespace

TEST_CASE("a mark belongs to the nearest line above that is no mark") {
    const auto found = tests::parse_marks(
        "def f(x):\n"
        "    if x.sum() > 0 and y:\n"
        "    #  ^^^^^^^^^^^ GM101: branch on a tensor\n"
        "    #                  ^ GM102 (skip): other\n"
        "        pass  # ^ no mark\n"
        "    # a comment\n");
    CHECK(found.code == "def f(x):\n    if x.sum() > 0 and y:\n        pass  # ^ no mark\n    # a comment\n");
    REQUIRE(found.marks.size() == 2);
    CHECK(found.marks[0] == Mark{.line = 1, .begin = 7, .end = 18, .text = "GM101: branch on a tensor"});
    CHECK(found.marks[1] == Mark{.line = 1, .begin = 23, .end = 24, .text = "GM102 (skip): other"});
}

TEST_CASE("marks count characters, not bytes") {
    CHECK(marked("a = 'é😀' + b\n", "b") == Mark{.line = 0, .begin = 11, .end = 12, .text = "X"});
    const text::Source source("file.py", "a = 'é😀' + b\n");
    CHECK(source.text(tests::span(source, {.begin = 11, .end = 12})) == "b");
}

TEST_CASE("a mark is written so that it is read again") {
    for (const auto& [code, part] :
         {std::pair{"    x = y.item()\n", "y.item()"}, std::pair{"    y.item()\n", "y.item()"},
          std::pair{"y.item()\n", "y.item()"}, std::pair{"\t\ty.item()\n", ".item"},
          std::pair{"if f(\n    a,\n):\n    pass\n", "f(\n    a,\n)"}, std::pair{"[y]\n", "y"},
          std::pair{"f(a,\n  b)\n", "f(a,\n  b)"}, std::pair{"  x = y\n", ""}}) {
        const Mark made = marked(code, part);
        const std::string text = tests::with_marks(code, {made});
        CAPTURE(text);
        const auto read = tests::parse_marks(text);
        CHECK(read.code == code);
        REQUIRE(read.marks.size() == 1);
        CHECK(read.marks[0] == made);
    }
}

TEST_CASE("marks are laid out under their code") {
    CHECK(tests::with_marks("def f():\n    if y.item():\n        return\n",
                            {marked("def f():\n    if y.item():\n", "y.item()")}) ==
          "def f():\n    if y.item():\n    #  ^^^^^^^^ X\n        return\n");
    CHECK(tests::with_marks("    print(1)\n", {marked("    print(1)\n", "print(1)")}) ==
          "    print(1)\n#   ^^^^^^^^ X\n");
    CHECK(tests::with_marks("    f(a,\n      b)\n", {marked("    f(a,\n      b)\n", "f(a,\n      b)")}) ==
          "    f(a,\n#   ^^^^... X\n      b)\n");
    CHECK(tests::with_marks("print(1)\n", {marked("print(1)\n", "print")}) == "print(1)\n# @0:5 X\n");
}

TEST_CASE("a page is prose and blocks of code, and prints as it was read") {
    constexpr std::string_view text =
        "# GM101 tensor-branch\n\nSome prose with `code`.\n\n```python\nif x:\n# ^ GM101: a\n```\n"
        "More.\n```python fixed\ny\n```\n```sh\n# GM999 no-heading\n```\n```\nplain\n```\n";
    const tests::Page page = tests::parse_page(text);
    CHECK(page.code == "GM101");
    CHECK(page.name == "tensor-branch");
    CHECK(tests::print(page) == text);
    REQUIRE(page.blocks.size() == 9);
    CHECK(page.blocks[1].info == "python");
    CHECK(page.blocks[3].body == "y\n");
    CHECK(page.blocks[3].info == "python fixed");
    CHECK(page.blocks[4].info == std::nullopt);
    CHECK(tests::print(tests::normalized(page)).find("if x:\n# ^ GM101: a\n") != std::string::npos);
}
