#include "analysis/syntax/suppressions.h"
#include "transforms/transforms.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

namespace {

// The text after GM101 at `BREAK` is ignored; empty if that cannot be. What is written is what the analysis looks for.
std::string ignored(const std::string& text, std::string_view reason = "") {
    const text::Source source("a.py", text);
    const syntax::Tree tree = syntax::Tree::parse(source);
    rules::Finding finding;
    finding.code = "GM101";
    const auto at = static_cast<std::uint32_t>(text.find("BREAK"));
    finding.span = {at, at + 5};
    finding.statement = syntax::statement_of(tree.at(finding.span)).span();
    const std::vector<transforms::Edit> edits = transforms::suppress(tree, {&finding, 1}, reason);
    if (edits.empty()) return "";
    const text::Source after("a.py", transforms::apply(text, edits));
    CHECK(syntax::suppressed(after, finding.statement, "GM101"));
    CHECK_FALSE(syntax::suppressed(after, finding.statement, "GM999"));
    return std::string(after.text());
}

}  // namespace

TEST_CASE("a comment at the end of the line silences a finding") {
    CHECK(ignored("x = BREAK\ny = 1\n") == "x = BREAK  # graphmend: ignore[GM101]\ny = 1\n");
    CHECK(ignored("x = BREAK") == "x = BREAK  # graphmend: ignore[GM101]");
    CHECK(ignored("x = BREAK\r\ny = 1\r\n") == "x = BREAK  # graphmend: ignore[GM101]\r\ny = 1\r\n");
    CHECK(ignored("x = '😀'; y = BREAK  # why\n") == "x = '😀'; y = BREAK  # why  # graphmend: ignore[GM101]\n");
    CHECK(ignored("if BREAK:\n    pass\n") == "if BREAK:  # graphmend: ignore[GM101]\n    pass\n");
}

TEST_CASE("a comment that ignores other findings is extended") {
    CHECK(ignored("x = BREAK  # graphmend: ignore[GM201]\n") == "x = BREAK  # graphmend: ignore[GM201, GM101]\n");
    CHECK(ignored("x = BREAK  # why # graphmend:ignore[GM201] # more\n") ==
          "x = BREAK  # why # graphmend:ignore[GM201, GM101] # more\n");
    CHECK(ignored("x = BREAK  # noqa: F841\n") == "x = BREAK  # noqa: F841  # graphmend: ignore[GM101]\n");
    CHECK(ignored("x = BREAK  # noqa\n") == "x = BREAK  # noqa  # graphmend: ignore[GM101]\n");
}

TEST_CASE("a string that spells a comment is left alone") {
    CHECK(ignored("x = '# graphmend: ignore[GM201]', BREAK\n") ==
          "x = '# graphmend: ignore[GM201]', BREAK  # graphmend: ignore[GM101]\n");
}

TEST_CASE("a new comment gives the reason") {
    CHECK(ignored("x = BREAK\n", "see #12") == "x = BREAK  # graphmend: ignore[GM101] see #12\n");
    CHECK(ignored("x = BREAK  # graphmend: ignore[GM2] why\n", "see #12") ==
          "x = BREAK  # graphmend: ignore[GM2, GM101] why\n");
}

TEST_CASE("the comment stands where the statement begins, or where it can stand") {
    CHECK(ignored("f(\n    BREAK,\n)\n") == "f(  # graphmend: ignore[GM101]\n    BREAK,\n)\n");
    CHECK(ignored("x = 1 + \\\n    BREAK\n") == "x = 1 + \\\n    BREAK  # graphmend: ignore[GM101]\n");
    CHECK(ignored("f(\"\"\"a\n\"\"\", BREAK)\n") == "f(\"\"\"a\n\"\"\", BREAK)  # graphmend: ignore[GM101]\n");
    CHECK(ignored("x = f\"\"\"a\n{BREAK}\n\"\"\"\n") == "x = f\"\"\"a\n{BREAK}\n\"\"\"  # graphmend: ignore[GM101]\n");
    CHECK(ignored("x = BREAK, \"\"\"a\n\"\"\" \\\n  '' \\\n\n").empty());
}
