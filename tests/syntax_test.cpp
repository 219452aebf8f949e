#include "analysis/analyze.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/suppressions.h"
#include "analysis/syntax/tree.h"
#include "tests/fuzz/targets.h"
#include "tests/support/golden.h"
#include "tests/support/trees.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <iterator>
#include <memory>
#include <optional>
#include <random>
#include <regex>
#include <set>
#include <string>
#include <utility>
#include <vector>

using syntax::Field;
using syntax::Kind;
using syntax::Node;
using syntax::Op;
using syntax::Tree;

namespace {

std::string repeated(std::string_view text, std::size_t times) {
    std::string made;
    made.reserve(text.size() * times);
    for (std::size_t i = 0; i < times; ++i) made += text;
    return made;
}

// One line per node, indented by depth: `left: identifier (not in) "x"`.
void print(std::string& out, Node node, std::size_t depth) {
    out.append(depth * 2, ' ');
    if (node.field() != Field::none) out.append(field_name(node.field())).append(": ");
    out.append(node.is(Kind::other) ? "other" : kind_name(node.kind()));
    if (node.op() != Op::none) out.append(" (").append(op_text(node.op())).append(")");
    if (!node.first_child()) out.append(" `").append(node.text()).append("`");
    out += '\n';
    for (const Node child : node.children()) print(out, child, depth + 1);
}

std::string print(const Tree& tree) {
    std::string out;
    for (const Node statement : tree.root().children()) print(out, statement, 0);
    for (const text::Span error : tree.errors()) out.append("error `").append(tree.source().text(error)).append("`\n");
    return out;
}

// What every tree is, whatever the text: spans within the parent's, in order, and links that agree.
bool is_well_formed(const Tree& tree) {
    if (tree.size() == 0 || tree.root().end_index() != tree.size()) return false;
    for (std::uint32_t i = 0; i < tree.size(); ++i) {
        const Node node = tree.node(i);
        if (node.span().begin > node.span().end || node.span().end > tree.source().text().size()) return false;
        if (node.end_index() <= i || node.end_index() > tree.size()) return false;
        std::uint32_t end = node.span().begin;
        for (const Node child : node.children()) {
            if (child.parent() != node || child.span().begin < end || child.span().end > node.span().end) return false;
            end = child.span().end;
        }
    }
    return true;
}

bool parses_well(const std::string& text) {
    const text::Source source("file.py", text);
    const Tree tree = Tree::parse(source);
    const auto analysis =
        analysis::analyze(std::make_shared<const text::Source>("file.py", "import torch\ntorch.compile\n" + text), {});
    return is_well_formed(tree) && analysis.findings().empty();
}

std::string grammar() {
    return tests::read(tests::root() / "third_party/node_modules/tree-sitter-python/src/node-types.json");
}

// The names behind `key` in the description of the grammar, as `"type": "name", "named": true`.
std::set<std::string, std::less<>> types(const std::string& json, bool named) {
    std::set<std::string, std::less<>> found;
    constexpr std::string_view key = "\"type\": \"";
    for (std::size_t at = json.find(key); at != std::string::npos; at = json.find(key, at + 1)) {
        const std::size_t begin = at + key.size();
        const std::size_t end = json.find("\",", begin);
        const std::size_t flag = json.find("\"named\": ", begin) + 9;
        if (json.compare(flag, 4, "true") == 0 ? named : !named) found.insert(json.substr(begin, end - begin));
    }
    return found;
}

}  // namespace

TEST_CASE("every kind, field and operator is a word of the grammar") {
    const std::string json = grammar();
    REQUIRE_FALSE(json.empty());
    const auto named = types(json, true);
    const auto tokens = types(json, false);
    for (int i = 1; i < static_cast<int>(Kind::other); ++i) {
        if (static_cast<Kind>(i) == Kind::bases) continue;  // the grammar's argument_list, of a class
        CAPTURE(kind_name(static_cast<Kind>(i)));
        CHECK(named.contains(kind_name(static_cast<Kind>(i))));
    }
    for (int i = 1; i <= static_cast<int>(Field::value); ++i) {
        const std::string key = "\"" + std::string(field_name(static_cast<Field>(i))) + "\": {";
        CAPTURE(key);
        CHECK(json.find(key) != std::string::npos);
    }
    for (int i = 1; i <= static_cast<int>(Op::async_); ++i) {
        CAPTURE(op_text(static_cast<Op>(i)));
        CHECK(tokens.contains(op_text(static_cast<Op>(i))));
    }
}

TEST_CASE("no named node of the grammar but those inside of strings, comments and groups is without a kind") {
    std::set<std::string, std::less<>> rest = types(grammar(), true);
    for (int i = 0; i < static_cast<int>(Kind::other); ++i) rest.erase(std::string(kind_name(static_cast<Kind>(i))));
    const std::set<std::string, std::less<>> expected{
        "_compound_statement",  "_simple_statement", "chevron",        "comment",
        "escape_interpolation", "escape_sequence",   "exec_statement", "expression",
        "line_continuation",    "parameter",         "pattern",        "primary_expression",
        "print_statement",      "string_content",    "string_end",     "string_start"};
    CHECK(rest == expected);
}

TEST_CASE("the trees of tests/syntax are as their .tree files say") {
    for (const auto& path : tests::files_in("tests/syntax", ".py")) {
        CAPTURE(path.string());
        const text::Source source(path.filename().string(), tests::read(path));
        tests::check_golden(std::filesystem::path(path).replace_extension(".tree"), print(Tree::parse(source)));
    }
}

TEST_CASE("the tree of edited text is the tree of that text") {
    const std::vector<std::string> pieces{"x",          "(",         ")",      "[",  "]",
                                          ":",          "\n",        "    ",   "\t", "\"",
                                          "'",          "\"\"\"",    "#",      "\\", "def f(a, *b):\n",
                                          "if x:\n",    "else:\n",   "é",      "€",  "😀",
                                          "=",          " if ",      "f'{x}'", "@",  "async ",
                                          "match x:\n", "case 1:\n", "\r\n",   ",",  ".",
                                          "lambda: ",   "\xc2\xa0"};
    std::mt19937 random(7);
    const auto below = [&random](std::size_t bound) { return static_cast<std::size_t>(random() % bound); };
    for (const auto& path : tests::files_in("tests/syntax", ".py")) {
        std::string text = tests::read(path);
        auto source = std::make_unique<const text::Source>("file.py", text);
        auto tree = std::make_unique<const Tree>(Tree::parse(*source, Tree::Keep::for_reparse));
        for (int edit = 0; edit < 300; ++edit) {
            const auto boundary = [&](std::size_t at) {
                while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xc0U) == 0x80U) ++at;
                return at;
            };
            const std::size_t begin = boundary(below(text.size() + 1));
            const std::size_t end = below(2) == 0 ? begin : boundary(std::min(text.size(), begin + below(12)));
            const std::string piece = below(3) == 0 ? "" : pieces[below(pieces.size())];
            const std::string removed = text.substr(begin, end - begin);
            text.replace(begin, end - begin, piece);
            auto edited = std::make_unique<const text::Source>("file.py", text);
            auto reparsed = std::make_unique<const Tree>(tree->reparse(*edited));
            const Tree fresh = Tree::parse(*edited);
            CAPTURE(path.filename().string());
            CAPTURE(edit);
            REQUIRE(tests::first_difference(*reparsed, fresh) == -1);
            source = std::move(edited);
            tree = std::move(reparsed);
            if (below(4) != 0) {  // mostly undone again, so that the text stays near to Python
                text.replace(begin, piece.size(), removed);
                edited = std::make_unique<const text::Source>("file.py", text);
                reparsed = std::make_unique<const Tree>(tree->reparse(*edited));
                REQUIRE(tests::first_difference(*reparsed, Tree::parse(*edited)) == -1);
                source = std::move(edited);
                tree = std::move(reparsed);
            }
        }
    }
}

TEST_CASE("comments silence the codes that they list") {
    const auto silences = [](const std::string& line, std::string_view code) {
        const text::Source source("file.py", "x = 1\n" + line + "\ny = 2\n");
        return syntax::suppressed(source, {6, 7}, code);
    };
    CHECK(silences("f(x)  # graphmend: ignore", "GM101"));
    CHECK(silences("f(x)  #graphmend:ignore", "GM101"));
    CHECK(silences("f(x)  #  GraphMend :  Ignore", "GM101"));
    CHECK(silences("f(x)  # graphmend: ignore[GM101, GM2]", "GM101"));
    CHECK(silences("f(x)  # graphmend: ignore[GM101, GM2]", "GM203"));
    CHECK_FALSE(silences("f(x)  # graphmend: ignore[GM101, GM2]", "GM301"));
    CHECK_FALSE(silences("f(x)  # graphmend: ignore[GM1012]", "GM101"));
    CHECK_FALSE(silences("f(x)  # graphmend: ignore[]", "GM101"));
    CHECK_FALSE(silences("f(x)  # graphmend: ignored", "GM101"));
    CHECK_FALSE(silences("f(x)  # graphmend", "GM101"));
    CHECK(silences("f(x)  # graphmend: ignore this one", "GM101"));
    CHECK_FALSE(silences("f(x)  # noqas: GM101", "GM101"));
    CHECK(silences("f(x)  # noqa: GM101", "GM101"));
    CHECK(silences("f(x)  # NOQA:E501,GM101", "GM101"));
    CHECK(silences("f(x)  # noqa: E501 GM101", "GM101"));
    CHECK_FALSE(silences("f(x)  # noqa: E501", "GM101"));
    CHECK_FALSE(silences("f(x)  # noqa", "GM101"));
    CHECK_FALSE(silences("f(x)  # noqa:", "GM101"));
    CHECK(silences("f(x)  # type: ignore # noqa: GM101", "GM101"));
    CHECK(silences("f(x)  # noqa # graphmend: ignore", "GM101"));
    CHECK_FALSE(silences("f(x)", "GM101"));
}

TEST_CASE("a line holds several comments that silence codes") {
    const text::Source source("file.py",
                              "f(x)  # why # noqa: E501,GM1 known # graphmend: ignore[GM2] see #12  # more\n");
    const std::vector<syntax::Suppression> found = syntax::suppressions_on(source, 0);
    REQUIRE(found.size() == 2);
    CHECK(source.text(found[0].span) == "# noqa: E501,GM1 known");
    CHECK(source.text(found[0].codes.at(1)) == "GM1");
    CHECK(source.text(found[1].span) == "# graphmend: ignore[GM2] see #12");
    CHECK(source.text(found[1].codes.at(0)) == "GM2");
    CHECK(syntax::suppressed(source, {0, 4}, "GM201"));
}

TEST_CASE("a comment silences from the first or the last line of a statement") {
    const std::string text =
        "f(  # graphmend: ignore[GM1]\n  a,  # graphmend: ignore[GM2]\n  b)  # graphmend: ignore[GM3]\n";
    const text::Source source("file.py", text);
    const text::Span statement{0, static_cast<std::uint32_t>(text.find(')') + 1)};
    CHECK(syntax::suppressed(source, statement, "GM101"));
    CHECK_FALSE(syntax::suppressed(source, statement, "GM201"));
    CHECK(syntax::suppressed(source, statement, "GM301"));
    CHECK(syntax::suppressions_on(source, 3).empty());
}

TEST_CASE("a tree that is too deep ends in an error node, and the analysis says so") {
    for (const auto& [open, close] :
         {std::pair{"(", ")"}, std::pair{"[", "]"}, std::pair{"-", ""}, std::pair{"not ", ""}, std::pair{"f(", ")"}}) {
        const std::string deep = "x = " + repeated(open, 100000) + "1" + repeated(close, 100000) + "\n";
        const text::Source source("file.py", deep);
        const Tree tree = Tree::parse(source);
        CAPTURE(open);
        CHECK(is_well_formed(tree));
        CHECK((tree.too_deep() || !tree.errors().empty()));
        const std::string whole = "import torch\n@torch.compile\ndef f(x):\n    return x.item()\n" + deep;
        const auto analysis = analysis::analyze(std::make_shared<const text::Source>("file.py", whole), {});
        CHECK_FALSE(analysis.problems().empty());
    }
    const text::Source source("file.py", "x = " + repeated("(", 500) + "1" + repeated(")", 500) + "\ny = 2\n");
    const Tree tree = Tree::parse(source);
    REQUIRE(tree.too_deep());
    CHECK(tree.errors().empty());
    CHECK(tree.at(static_cast<std::uint32_t>(source.text().rfind("2"))).is(Kind::integer));
}

TEST_CASE("lines of a megabyte are parsed") {
    constexpr std::size_t size = 1'000'000;
    CHECK(parses_well("x = [" + repeated("1, ", size / 3) + "]\n"));
    CHECK(parses_well("x = '" + repeated("a", size) + "'\n"));
    CHECK(parses_well("x = a" + repeated(".b", size / 2) + "\n"));
    CHECK(parses_well("x = 1" + repeated(" + 1", size / 4) + "\n"));
    CHECK(parses_well("x = (" + repeated("a\n", size / 2) + ")\n"));
    CHECK(parses_well(repeated("#", size)));
    CHECK(parses_well(repeated(" ", size)));
}

TEST_CASE("any text has a tree") {
    CHECK(parses_well(""));
    CHECK(parses_well(std::string(1, '\0')));
    CHECK(parses_well(std::string(1000, '\0')));
    CHECK(parses_well("x = 1\0y = 2\n"));
    CHECK(parses_well(std::string("def f(x):\n    a\0b\n    return x\n", 31)));
    CHECK(parses_well("\\\n\\\n"));
    CHECK(parses_well("\f\v\r\r\n\n\t"));
    std::mt19937 random(11);
    for (int i = 0; i < 300; ++i) {
        std::string bytes(random() % 400, '\0');
        for (char& byte : bytes) byte = static_cast<char>(i % 2 == 0 ? random() % 256 : random() % 96 + 32);
        CAPTURE(i);
        CHECK(parses_well(bytes));
    }
}

TEST_CASE("every beginning of a file has a tree") {
    const std::string whole = tests::read(tests::root() / "tests/syntax/expressions.py");
    for (std::size_t size = 0; size <= whole.size(); ++size) {
        const text::Source source("file.py", whole.substr(0, size));
        CAPTURE(size);
        REQUIRE(is_well_formed(Tree::parse(source)));
    }
}

namespace {

std::string with_returns(std::string_view text) {
    std::string made;
    for (const char c : text) made += c == '\n' ? "\r\n" : std::string(1, c);
    return made;
}

bool is_read(const std::string& text) { return Tree::read(text::Source("file.py", text)).has_value(); }

std::vector<std::string> sources_of_the_project() {
    std::vector<std::string> texts;
    for (const char* folder : {"tests", "examples", "runner", "analysis"})
        for (const auto& entry : std::filesystem::recursive_directory_iterator(tests::root() / folder))
            if (entry.path().extension() == ".py") texts.push_back(tests::read(entry.path()));
    return texts;
}

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// Where it begins, and how long it is.
std::pair<std::size_t, std::size_t> word_at(const std::string& text, std::size_t at) {
    std::size_t begin = at;
    std::size_t end = at + 1;
    if (is_word(text[at])) {
        while (begin > 0 && is_word(text[begin - 1])) --begin;
        while (end < text.size() && is_word(text[end])) ++end;
    }
    return {begin, end - begin};
}

}  // namespace

TEST_CASE("the Reader takes what is plain, and reads it as tree-sitter does") {
    const std::vector<std::string> texts = sources_of_the_project();
    REQUIRE(texts.size() > 100);
    for (const std::string& text : texts) {
        CHECK(fuzz::reader(text) == "");
        CHECK(fuzz::reader(with_returns(text)) == "");
    }
    CHECK(std::ranges::count_if(texts, is_read) * 10 > std::ssize(texts) * 8);
    CHECK(is_read("x = 1 + \\\r\n2  # two\r\nif x:\r\n    y = 'a\\\r\nb'\r\n"));
}

TEST_CASE("the Reader takes no error for a program: words that are missing, doubled or in the place of others") {
    const std::vector<std::string> texts = sources_of_the_project();
    std::mt19937 random(7);
    int taken = 0;
    for (int i = 0; i < 4000; ++i) {
        std::string text = texts[random() % texts.size()].substr(0, 1500);
        text.resize(text.rfind('\n') + 1);
        if (text.empty()) continue;
        const auto [begin, size] = word_at(text, random() % text.size());
        const auto [from, length] = word_at(text, random() % text.size());
        switch (random() % 3) {
            case 0: text.erase(begin, size); break;
            case 1: text.insert(begin, text.substr(begin, size)); break;
            default: text.replace(begin, size, std::string(text, from, length)); break;
        }
        REQUIRE(fuzz::reader(text) == "");
        taken += is_read(text) ? 1 : 0;
    }
    CHECK(taken > 400);
    CHECK(taken < 3600);
}

TEST_CASE("what is not plain is left to tree-sitter") {
    for (const char* text : {"x = 1\ry = 2\n",
                             "x = 1\f\n",
                             "\xc3\xa4 = 1\n",
                             "  x = 1\n",
                             "if a:\n    x\n  y\n",
                             "if a:\nx\n",
                             "if a:\n    x\n        y\n",
                             "x = (1\n",
                             "x = 1)\n",
                             "x = (1]\n",
                             "x = 'a\n",
                             "x = \"\"\"a\n",
                             "x = $\n",
                             "x = a b\n",
                             "x = 0777\n",
                             "x = 10L\n",
                             "x = 0xg\n",
                             "x = 1if a else 2\n",
                             "x = 1e\n",
                             "\\\nx = 1\n",
                             "print x\n",
                             "print -1\n",
                             "exec x\n",
                             "raise E, 'why'\n",
                             "match x:\n    case 1: pass\n",
                             "type X = int\n",
                             "def f[T](x): pass\n",
                             "with (a as b): pass\n",
                             "try: pass\nexcept* E: pass\n",
                             "try: pass\nelse: pass\n",
                             "x = *a + b\n",
                             "x = (*a)\n",
                             "f(a, b for b in c)\n",
                             "x = {a: 1, b}\n",
                             "x = a[]\n",
                             "x: list[] = 1\n",
                             "x: List[int].y = 1\n",
                             "a, b: int = 1\n",
                             "f() = 1\n",
                             "a + b = 1\n",
                             "for f() in x: pass\n",
                             "x = lambda a: int: a\n",
                             "import\n",
                             "from a import\n",
                             "from __future__ import *\n",
                             "del\n",
                             "a not b\n",
                             "@a\nx = 1\n",
                             "@a\nasync for x in y: pass\n",
                             "x = f'{a'\n",
                             "x = f'a}'\n",
                             "x = f'{a!}'\n",
                             "x = f'{}'\n",
                             "x = f'{a b}'\n",
                             "x = f'\\N{DASH}'\n",
                             "x = f'{a:\\x20}'\n",
                             "x = f'{lambda: 1}'\n"}) {
        CAPTURE(text);
        CHECK_FALSE(is_read(text));
    }
    CHECK_FALSE(is_read(std::string("x\0 = 1\n", 7)));
    CHECK_FALSE(is_read("x = " + repeated("(", 200) + "1" + repeated(")", 200) + "\n"));
    CHECK_FALSE(is_read("x = 1" + repeated(" + 1", 500) + "\n"));
}

TEST_CASE("the Reader reads what Python takes and tree-sitter does not") {
    for (const char* text :
         {"class A:\n    def f(self):\n        x[\n    0] = 1\n", "def f(a,\nb):\n    return (a or\nnot b)\n"}) {
        const text::Source source("file.py", text);
        REQUIRE_FALSE(Tree::by_grammar(source).errors().empty());
        CHECK(Tree::parse(source).errors().empty());
        CHECK(is_read(text));
    }
    const text::Source source("file.py", "x = [*f(a)]\n");
    CHECK(Tree::parse(source).at(static_cast<std::uint32_t>(source.text().find('*'))).is(Kind::list_splat));
}
