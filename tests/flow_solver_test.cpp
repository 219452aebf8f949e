#include "analysis/flow/build.h"
#include "analysis/flow/fixpoint.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"

#include <doctest/doctest.h>
#include <charconv>
#include <map>
#include <optional>
#include <string>

using flow::Element;
using flow::ElementKind;
using syntax::Kind;
using syntax::Node;

namespace {

// A toy domain: variables whose value is one known integer. No entry: not a single one. `x = 1`, `x = y`, `x = y + 1`.
struct Constants {
    using State = std::map<std::string, int, std::less<>>;

    std::vector<std::string> transferred = {};
    int visits_left = -1;
    bool finite = true;

    static State entry() { return {}; }

    static std::optional<int> value(const State& state, Node node) {
        if (node.is(Kind::integer)) {
            int number = 0;
            std::from_chars(node.text().data(), node.text().data() + node.text().size(), number);
            return number;
        }
        if (const auto sum = syntax::as<syntax::Binary>(node)) {
            const auto left = value(state, sum->left());
            const auto right = value(state, sum->right());
            return left && right ? std::optional(*left + *right) : std::nullopt;
        }
        const auto found = state.find(node.text());
        return found == state.end() ? std::nullopt : std::optional(found->second);
    }

    bool transfer(State& state, const Element& element) {
        transferred.emplace_back(element.node.text());
        if (element.node.text() == "stop()") return false;
        const auto assignment = syntax::as<syntax::Assignment>(element.node.first_child());
        if (element.kind != ElementKind::statement || !assignment) return true;
        const std::string target(assignment->target().text());
        if (const auto known = value(state, assignment->value()))
            state[target] = *known;
        else
            state.erase(target);
        return true;
    }

    static bool branch(State& state, const Element& element, bool yes) {
        const auto known = element.kind == ElementKind::test ? value(state, element.node) : std::nullopt;
        return !known || (*known != 0) == yes;
    }

    bool join(State& into, const State& from) const {
        if (!finite) return ++into["height"], true;
        return std::erase_if(into, [&](const auto& known) {
                   const auto other = from.find(known.first);
                   return other == from.end() || other->second != known.second;
               }) != 0;
    }
    bool widen(State& into, const State& from) const { return join(into, from); }
    bool cancelled() { return visits_left-- == 0; }
};

struct Solved {
    explicit Solved(std::string text, Constants with = {})
        : source("f.py", std::move(text)), tree(syntax::Tree::parse(source)), graph(flow::build(tree.root())),
          domain(std::move(with)), solution(flow::solve(graph, domain)) {}

    // What is known at the end of the program: "x=1 y=2".
    [[nodiscard]] std::string known() const {
        if (!solution[graph.exit]) return "unreachable";
        std::string out;
        for (const auto& [name, number] : *solution[graph.exit]) {
            out.append(out.empty() ? "" : " ").append(name).append("=").append(std::to_string(number));
        }
        return out;
    }

    text::Source source;
    syntax::Tree tree;
    flow::Graph graph;
    Constants domain;
    flow::Solution<Constants::State> solution;
};

std::string known(std::string text) { return Solved(std::move(text)).known(); }

}  // namespace

TEST_CASE("what two branches agree on is known behind them") {
    CHECK(known("x = 1\nif a:\n    y = x\n    z = 1\nelse:\n    y = 1\n    z = 2\n") == "x=1 y=1");
}

TEST_CASE("an edge that the domain refuses is not followed") {
    CHECK(known("x = 0\nif x:\n    y = 1\nelse:\n    y = 2\n") == "x=0 y=2");
    CHECK(known("x = 1\nwhile x:\n    y = 2\n") == "unreachable");
    CHECK(known("x = 1\nwhile x:\n    y = 2\n    break\nelse:\n    y = 3\n") == "x=1 y=2");
}

TEST_CASE("control does not get past an element that never completes") {
    CHECK(known("x = 1\nif a:\n    stop()\n    x = 2\n") == "x=1");
    CHECK(known("stop()\n") == "unreachable");
}

TEST_CASE("a loop is visited until nothing changes") {
    CHECK(known("x = 0\ny = 1\nfor i in a:\n    x = x + 1\n") == "y=1");
    CHECK(known("w = x = y = z = 1\nwhile a:\n    z = y\n    y = x\n    x = w\n    w = b\n") == "");
    const Solved solved("x = 0\nwhile a:\n    while b:\n        x = x + 1\n");
    CHECK(solved.graph.cyclic);
    CHECK(solved.solution.complete);
}

TEST_CASE("a handler sees the state before and behind every element of the try") {
    CHECK(known("x = 1\ny = 1\ntry:\n    x = 2\n    f()\nexcept:\n    z = 3\n") == "y=1");
    CHECK(known("x = 1\ntry:\n    pass\nexcept:\n    x = 2\n") == "x=1");
}

TEST_CASE("the exception that a with may swallow carries its state behind the with") {
    CHECK(known("x = 1\nwith a:\n    x = 2\n") == "");
    Constants domain;
    const text::Source source("f.py", "x = 1\nwith a:\n    x = 2\n");
    const syntax::Tree tree = syntax::Tree::parse(source);
    const flow::Graph graph = flow::build(tree.root(), [](Node) { return false; });
    CHECK(*flow::solve(graph, domain)[graph.exit] == Constants::State{{"x", 2}});
}

TEST_CASE("each element of a graph without cycles is transferred once, kept or not") {
    const std::string text = "a = 1\ntry:\n    b\nexcept:\n    c\nif d:\n    e\nf\n";
    const std::vector<std::string> once{"a = 1", "b", "c", "d", "e", "f"};
    Solved solved(text);
    CHECK_FALSE(solved.graph.cyclic);
    CHECK(solved.domain.transferred == once);
    solved.domain.transferred.clear();
    const auto moved = flow::solve(solved.graph, solved.domain, flow::Keep::exit);
    CHECK(solved.domain.transferred == once);
    CHECK(moved[solved.graph.exit] == solved.solution[solved.graph.exit]);
}

TEST_CASE("a replay transfers each reachable element once, in source order and from its final state") {
    Solved solved("x = 0\nwhile a:\n    if x:\n        b\n    x = 0\nif x:\n    never\nc\n");
    solved.domain.transferred.clear();
    flow::replay(solved.graph, solved.domain, std::move(solved.solution));
    CHECK(solved.domain.transferred == std::vector<std::string>{"x = 0", "a", "x", "x = 0", "x", "c"});
}

TEST_CASE("the solver ends though the domain never does, and when it is cancelled, and says so") {
    CHECK_FALSE(Solved("x = 0\nwhile a:\n    x = x + 1\n", {.finite = false}).solution.complete);
    CHECK_FALSE(Solved("x = 0\nwhile a:\n    x = 1\n", {.visits_left = 2}).solution.complete);
    CHECK(Solved("x = 0\nwhile a:\n    x = 1\n", {.visits_left = 20}).solution.complete);
}
