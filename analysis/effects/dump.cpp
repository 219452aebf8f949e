#include "analysis/effects/dump.h"

#include "analysis/effects/escape.h"
#include "analysis/effects/provenance.h"
#include "analysis/syntax/tree.h"

namespace effects {

using function::Facts;
using syntax::Kind;
using syntax::Node;

namespace {

std::string line(Node node) { return std::to_string(node.tree()->source().line_at(node.span().begin) + 1); }

void add_part(std::string& list, std::string_view label, const std::string& names) {
    if (!names.empty()) add(list, std::string(label) + " " + names, ", ");
}

// The statements of a function, without those of functions inside of it.
std::vector<Node> statements_of(Node function) {
    std::vector<Node> all;
    for (const Node node : descendants(function)) {
        if (syntax::is_statement(node.kind()) && syntax::function_of(node) == function) all.push_back(node);
    }
    return all;
}

template <class Question>
std::string names_that(const Facts& facts, Question is_so) {
    std::string names;
    for (const names::Binding& variable : facts.scope().bindings)
        if (is_so(variable)) add(names, variable.text);
    return names;
}

std::string sources_of(const Facts& facts, Node value, Node statement) {
    const Roots roots = roots_of(facts, value, statement);
    std::string names;
    for (const Root& root : roots.all)
        add(names, std::string(root.name) + (roots.differentiable.contains(root) ? "" : "(cut)"));
    if (!roots.known) add(names, "others");
    return names;
}

std::string aliases_at(const Facts& facts, Node statement) {
    std::string text;
    const auto assignment = assignment_of(statement);
    if (assignment)
        add_part(text, std::string(assignment->target().text()) + " from",
                 sources_of(facts, assignment->value(), statement));
    if (!has_block(statement))
        add_part(text, "unshared", names_that(facts, [&](const names::Binding& variable) {
                     return facts.must_defined().before(statement, variable.text) &&
                            is_unshared(facts, variable, statement);
                 }));
    const names::Binding* variable = assignment ? facts.variable(assignment->target()) : nullptr;
    if (!variable) return text;
    const Observer observer = observer_of(facts, *variable, statement);
    const std::string_view how = observer.writes ? "written at" : observer.returns ? "returned at" : "told at";
    if (observer) add_part(text, std::string(variable->text) + " is", std::string(how) + " " + line(observer.node));
    return text;
}

}  // namespace

void add(std::string& list, std::string_view item, std::string_view between) {
    if (!list.empty() && !item.empty()) list.append(between);
    list.append(item);
}

bool has_block(Node statement) {
    for (const Node child : statement.children())
        if (child.is(Kind::block)) return true;
    return false;
}

std::optional<syntax::Assignment> assignment_of(Node statement) {
    const auto made =
        syntax::as<syntax::Assignment>(statement.is(Kind::expression_statement) ? statement.first_child() : Node{});
    return made && made->value() && made->target().is(Kind::identifier) ? made : std::nullopt;
}

std::string dump(const values::Program& program, const Told& told) {
    std::string text;
    const Node root = program.tree().root();
    const function::AllFacts all(program);
    for (const Node function : subtree(root)) {
        if (!function.is(Kind::function_definition)) continue;
        const Facts& facts = all.of(function);
        text.append(program.names().qualified_name(facts.scope())).append(" ").append(line(function)).append("\n");
        for (const Node statement : statements_of(function))
            if (const std::string one = told(facts, statement); !one.empty())
                text.append("  ").append(line(statement)).append(": ").append(one).append("\n");
    }
    return text;
}

std::string print_liveness(const values::Program& program) {
    return dump(program, [](const Facts& facts, Node statement) {
        std::string text;
        add_part(text, "live",
                 names_that(facts, [&](const auto& each) { return facts.liveness().after(statement, each.text); }));
        add_part(text, "defined", names_that(facts, [&](const auto& each) {
                     return facts.must_defined().before(statement, each.text);
                 }));
        return text;
    });
}

std::string print_aliases(const values::Program& program) { return dump(program, aliases_at); }

}  // namespace effects
