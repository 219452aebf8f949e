#include "analysis/names/module.h"
#include "analysis/names/print.h"
#include "tests/support/golden.h"

#include <doctest/doctest.h>

#include <string>

using names::BindingKind;
using names::ScopeKind;
using syntax::Kind;
using syntax::Node;

namespace {

// A file and what its names mean.
struct Resolved {
    explicit Resolved(std::string text)
        : source("file.py", std::move(text)), tree(syntax::Tree::parse(source)), names(tree) {}

    // The identifier that starts where `place` does, which is in the text once.
    [[nodiscard]] Node at(std::string_view place) const {
        const auto found = source.text().find(place);
        REQUIRE(found != std::string_view::npos);
        REQUIRE(source.text().find(place, found + 1) == std::string_view::npos);
        return tree.at(static_cast<std::uint32_t>(found));
    }
    [[nodiscard]] names::Reference resolve(std::string_view place) const { return names.resolve(at(place)); }

    text::Source source;
    syntax::Tree tree;
    names::Module names;
};

// The whole chain `place` names, from an identifier upwards.
std::string qualified(const Resolved& file, std::string_view place) {
    Node node = file.at(place);
    while (node.parent().is(Kind::attribute) && node.parent().span().begin == node.span().begin) node = node.parent();
    return file.names.qualified(node).value_or("no import");
}

}  // namespace

TEST_CASE("scopes, bindings and imports of tests/names are as their .names files say") {
    for (const auto& path : tests::files_in("tests/names", ".py")) {
        CAPTURE(path.string());
        const Resolved file(tests::read(path));
        tests::check_golden(std::filesystem::path(path).replace_extension(".names"), names::print(file.names));
    }
}

TEST_CASE("every function, lambda, class, comprehension and module has a scope, other nodes have none") {
    const Resolved file("def f(x):\n    return lambda: [y for y in x]\nclass C: pass\n");
    for (std::uint32_t i = 0; i < file.tree.size(); ++i) {
        const Node node = file.tree.node(i);
        const bool owner = node.is(Kind::module) || node.is(Kind::function_definition) || node.is(Kind::lambda) ||
                           node.is(Kind::class_definition) || node.is(Kind::list_comprehension);
        const names::Scope* scope = file.names.scope_of(node);
        CAPTURE(node.text());
        CHECK((scope != nullptr) == owner);
        if (scope) CHECK(scope->owner == node);
    }
    CHECK(file.names.scope_of({}) == nullptr);
    CHECK(file.names.scopes().size() == 5);
}

TEST_CASE("parameters take the first slots in their order") {
    const Resolved file("def f(a, /, b=1, *args, c, **kw):\n    d = b\n");
    const names::Scope& scope = file.names.scopes()[1];
    std::string order;
    for (const names::Binding& binding : scope.bindings) order.append(binding.text).append(" ");
    CHECK(order == "a b args c kw d ");
    CHECK(file.resolve("b\n").slot == 1);
    CHECK(&file.resolve("d = b").binding() == &scope.bindings[5]);
    CHECK(scope.find(*file.names.name("args")) == &scope.bindings[2]);
    CHECK(file.names.name("nowhere") == std::nullopt);
}

TEST_CASE("an attribute and a keyword are no variables") {
    const Resolved file("size = 1\nf(size=x.size)\n");
    CHECK(file.names.scope_at(file.at("size = 1")) == &file.names.top());
    CHECK(file.names.scope_at(file.at("size=x")) == nullptr);
    CHECK(file.names.scope_at(file.at("size)")) == nullptr);
    CHECK_FALSE(file.resolve("size)"));
    CHECK_FALSE(file.resolve("f(size"));
    CHECK(file.names.scope_at(file.at("f(size")) == &file.names.top());
}

TEST_CASE("a chain of attributes is qualified by the import of its root") {
    const Resolved file(
        "import torch.nn as nn, torch.utils\nfrom .modeling import Model as M\n"
        "nn.functional.relu\ntorch.compile\nM.forward\nprint.x\nnn().y\n");
    CHECK(qualified(file, "nn.functional") == "torch.nn.functional.relu");
    CHECK(qualified(file, "torch.compile") == "torch.compile");
    CHECK(qualified(file, "M.forward") == ".modeling.Model.forward");
    CHECK(qualified(file, "print.x") == "no import");
    CHECK(qualified(file, "nn().y") == "torch.nn");
    CHECK(file.names.qualified({}) == std::nullopt);
}

TEST_CASE("a root that anything else binds, too, has no qualified name") {
    const Resolved file(
        "try:\n    import fast as f\nexcept ImportError:\n    import slow as f\nf.x\n"
        "import g\nimport g.sub\ng.y\nimport h\nh = h.wrap\nh.z\n"
        "def t(i):\n    import i\n    i.w\n");
    CHECK(qualified(file, "f.x") == "no import");
    CHECK(qualified(file, "g.y") == "g.y");
    CHECK(qualified(file, "h.z") == "no import");
    CHECK(qualified(file, "i.w") == "no import");
    CHECK(file.resolve("f.x").binding().occurrences.size() == 2);
}

TEST_CASE("an occurrence knows in which scope it happens") {
    const Resolved file("def f():\n    n = 0\n    def g():\n        nonlocal n\n        n += 1\n");
    const names::Binding& n = file.resolve("n += 1").binding();
    REQUIRE(n.occurrences.size() == 2);
    CHECK(n.occurrences[0].kind == BindingKind::assignment);
    CHECK(file.names.qualified_name(*n.occurrences[0].scope) == "f");
    CHECK(n.occurrences[1].kind == BindingKind::augmented);
    CHECK(file.names.qualified_name(*n.occurrences[1].scope) == "f.g");
    CHECK(n.captured);
    CHECK(n.rebound_inside);
}

TEST_CASE("a moved module keeps its scopes") {
    Resolved file("import torch\nfrom x import *\ndef f(a):\n    return a.b\n");
    const names::Reference before = file.resolve("a.b");
    const names::Module moved = std::move(file.names);
    CHECK(moved.resolve(file.at("a.b")) == before);
    CHECK(before.binding().text == "a");
    CHECK(moved.top().bindings[0].occurrences[0].import->target == "torch");
    CHECK(moved.top().star_imports[0].module == "x");
}

TEST_CASE("no text is too deep, too empty or too odd") {
    for (const std::string& text : {std::string(), std::string(1, '\0'), std::string("\\"), std::string("\xef\xbb\xbf"),
                                    std::string(20000, '('), std::string("def f(") + std::string(20000, '*'),
                                    std::string("def f[1, (), *a.b: c](): pass\ntype [1] = 2\nclass C[: pass\n")}) {
        const Resolved file(text);
        CHECK(file.names.top().kind == ScopeKind::module);
    }
    std::string nested;
    for (int depth = 0; depth < 1000; ++depth)
        nested += std::string(static_cast<std::size_t>(depth), ' ') + "def f(x):\n";
    CHECK(Resolved(nested).names.scopes().size() > 50);
    std::string lambdas;
    for (int depth = 0; depth < 5000; ++depth) lambdas += "lambda x: ";
    CHECK(Resolved(lambdas + "x").names.scopes().size() >= 1);
}
