#include "transforms/edit/edit.h"

#include <doctest/doctest.h>

#include <vector>

using transforms::edit::Edit;

TEST_CASE("edits replace, insert and delete") {
    const std::vector<Edit> edits{{.span = {0, 0}, .text = "<"},
                                  {.span = {1, 3}, .text = "BC"},
                                  {.span = {4, 5}, .text = ""},
                                  {.span = {6, 6}, .text = ">"}};
    CHECK(transforms::edit::apply("abcdef", edits) == "<aBCdf>");
    CHECK(transforms::edit::apply("abc", {}) == "abc");
}

TEST_CASE("edits are well formed when they are sorted and disjoint") {
    const auto well_formed = [](std::vector<Edit> edits) { return transforms::edit::well_formed(edits); };
    CHECK(well_formed({}));
    CHECK(well_formed({{{1, 2}, "a"}, {{2, 3}, "b"}}));
    CHECK(well_formed({{{2, 2}, "before"}, {{2, 3}, "b"}, {{3, 3}, "behind"}}));
    CHECK_FALSE(well_formed({{{2, 3}, "a"}, {{1, 2}, "b"}}));
    CHECK_FALSE(well_formed({{{1, 3}, "a"}, {{2, 4}, "b"}}));
    CHECK_FALSE(well_formed({{{1, 4}, "a"}, {{2, 2}, "inside"}}));
    CHECK_FALSE(well_formed({{{2, 2}, "a"}, {{2, 2}, "b"}}));
    CHECK_FALSE(well_formed({{{3, 2}, "backwards"}}));
}
