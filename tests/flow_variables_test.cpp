#include "analysis/flow/build.h"
#include "analysis/flow/liveness.h"
#include "analysis/flow/must_defined.h"
#include "analysis/flow/reaching.h"
#include "tests/support/golden.h"

#include <doctest/doctest.h>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <vector>

using syntax::Node;

namespace {

// The statement that starts at the line's first character.
Node statement_on(const syntax::Tree& tree, std::uint32_t line) {
    const text::Span span = tree.source().line(line);
    const auto indentation = tree.source().text(span).find_first_not_of(' ');
    const std::uint32_t begin = span.begin + static_cast<std::uint32_t>(indentation);
    Node node = tree.at(begin);
    while (node.parent().span().begin == begin && !node.parent().is(syntax::Kind::block)) node = node.parent();
    return node;
}

std::string joined(const std::set<std::string>& names) {
    std::string out;
    for (const std::string& name : names) out.append(out.empty() ? "" : " ").append(name);
    return out;
}

// What follows a label in the comment of a line: `# live: b a  defined: c` -> "a b"; nothing if it is not there.
std::optional<std::string> expected(std::string_view line, std::string_view label) {
    const auto comment = line.find("  # ");
    const auto found = comment == std::string_view::npos ? comment : line.find(label, comment);
    if (found == std::string_view::npos) return std::nullopt;
    std::istringstream words{std::string(line.substr(found + label.size()))};
    std::set<std::string> names;
    for (std::string word; words >> word && !word.ends_with(':');) names.insert(word);
    return joined(names);
}

// The names of the scope for which the question has the answer yes.
template <class Question>
std::string names_that(const names::Scope& scope, Question is_so) {
    std::set<std::string> found;
    for (const names::Binding& binding : scope.bindings) {
        if (is_so(binding.text)) found.emplace(binding.text);
    }
    return joined(found);
}

// `x=3`: control comes to the statement with what line 3 assigns to x, or with a parameter of that line.
std::string reaching(const flow::Graph& graph, const names::Scope& scope, Node statement) {
    const flow::ElementIndex index(graph);
    std::set<std::string> found;
    for (const names::Binding& binding : scope.bindings) {
        std::vector<Node> targets;
        for (const names::Occurrence& each : binding.occurrences) targets.push_back(each.node);
        const auto last = flow::Reaching(graph, index, targets).before(statement);
        if (!last) continue;
        const std::uint32_t line = statement.tree()->source().line_at(targets[*last].span().begin);
        found.insert(std::string(binding.text) + "=" + std::to_string(line + 1));
    }
    return joined(found);
}

}  // namespace

TEST_CASE(
    "behind a statement are live, and before it are defined or come from a line, the variables that its comment "
    "names") {
    int checked = 0;
    for (const auto& path : tests::files_in("tests/flow/variables", ".py")) {
        const text::Source source(path.filename().string(), tests::read(path));
        const syntax::Tree tree = syntax::Tree::parse(source);
        const names::Module names(tree);
        for (std::uint32_t line = 0; line < source.line_count(); ++line) {
            const std::string_view text = source.text(source.line(line));
            const auto live = expected(text, "live:");
            const auto defined = expected(text, "defined:");
            const auto from = expected(text, "from:");
            if (!live && !defined && !from) continue;
            CAPTURE(path.filename().string());
            CAPTURE(text);
            const Node statement = statement_on(tree, line);
            const Node function = syntax::function_of(statement);
            REQUIRE(function);
            const flow::Graph graph = flow::build(function);
            const names::Scope& scope = *names.scope_of(function);
            const flow::Liveness liveness(graph, names);
            const flow::MustDefined must_defined(graph, names);
            if (live) CHECK(names_that(scope, [&](auto name) { return liveness.after(statement, name); }) == *live);
            if (defined)
                CHECK(names_that(scope, [&](auto name) { return must_defined.before(statement, name); }) == *defined);
            if (from) CHECK(reaching(graph, scope, statement) == *from);
            ++checked;
        }
    }
    CHECK(checked > 80);
}

TEST_CASE("names of other scopes are always live and never known to be defined") {
    const text::Source source("f.py", "x = 1\ndef f():\n    global x\n    x = 2\n");
    const syntax::Tree tree = syntax::Tree::parse(source);
    const names::Module names(tree);
    const Node function = tree.root().first_child().next_sibling();
    const Node statement = function.child(syntax::Field::body).first_child().next_sibling();
    const flow::Graph graph = flow::build(function);
    CHECK(flow::Liveness(graph, names).after(statement, "x"));
    CHECK(flow::Liveness(graph, names).before(statement, "no_such_name"));
    CHECK_FALSE(flow::MustDefined(graph, names).before(statement, "x"));

    const flow::Graph module = flow::build(tree.root());
    CHECK(flow::Liveness(module, names).after(tree.root().first_child(), "x"));
}

TEST_CASE("a block knows the variables that are live at its entry") {
    const text::Source source("f.py", "def f(a, b):\n    while a:\n        a = b\n    return 1\n");
    const syntax::Tree tree = syntax::Tree::parse(source);
    const names::Module names(tree);
    const flow::Graph graph = flow::build(tree.root().first_child());
    const flow::Liveness liveness(graph, names);
    CHECK(liveness.at_entry(flow::Graph::entry) == std::vector<std::string_view>{"a", "b"});
    CHECK(liveness.at_entry({2}) == std::vector<std::string_view>{"b"});
    CHECK(liveness.at_entry(graph.exit).empty());
}
