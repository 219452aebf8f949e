#include "transforms/outlining/recompiled.h"

#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/edit/emitted_names.h"
#include "transforms/edit/layout.h"
#include "transforms/edit/splice.h"
#include "transforms/edit/words.h"

#include <algorithm>

namespace transforms::outlining {

using edit::Edit;
using syntax::Kind;
using syntax::Node;

namespace {

const names::Scope* scope_around(const values::Program& program, Node function) {
    const names::Scope* scope = program.names().scope_of(function);
    return scope ? scope->enclosing : nullptr;
}

// `step` where the function stands, or `self.step`, `trainer.step`: where another name beside that finds the other
// function.
bool names_it(const values::Program& program, Node given, Node function) {
    const std::string_view name = syntax::Function{function}.name().text();
    if (const auto attribute = syntax::as<syntax::Attribute>(given))
        return is_method(program, function) && attribute->name().text() == name &&
               attribute->object().is(Kind::identifier);
    const names::Reference reference = given.is(Kind::identifier) ? program.names().resolve(given) : names::Reference{};
    return reference && given.text() == name && reference.scope == scope_around(program, function) &&
           program.names().scope_at(given) == reference.scope;
}

std::string renamed(Node given, const std::string& name) {
    const auto attribute = syntax::as<syntax::Attribute>(given);
    return attribute ? std::string(attribute->object().text()) + "." + name : name;
}

// `step = torch.compile(train_step, mode=mode)`
//   -> `train_step_loss = torch.compile(train_step_loss, mode=mode)`, and behind it `step = train_step`.
std::optional<Edit> at_assignment(const values::Program& program, Node site, Node function,
                                  const std::vector<std::string>& names) {
    const auto call = site.tree() == &program.tree() ? syntax::as<syntax::Call>(site) : std::nullopt;
    const auto assignment = call ? syntax::as<syntax::Assignment>(site.parent()) : std::nullopt;
    if (!assignment || assignment->value() != site || assignment->annotation()) return std::nullopt;
    const Node target = assignment->target(), given = call->arguments().first_child();
    const bool is_plain = target.is(Kind::identifier) || target.is(Kind::attribute);
    const auto indentation = edit::indentation(program.tree().source(), assignment->node.span());
    if (!is_plain || !given || !indentation || !names_it(program, given, function)) return std::nullopt;
    const std::string line = std::string(program.tree().source().line_ending()).append(*indentation);
    std::vector<std::string> statements;
    for (const std::string& name : names)
        statements.push_back(edit::with_replaced(
            assignment->node, {{target.span(), renamed(given, name)}, {given.span(), renamed(given, name)}}));
    if (target.text() != given.text())
        statements.push_back(std::string(target.text()) + " = " + std::string(given.text()));
    return Edit{assignment->node.span(), edit::joined(statements, line)};
}

bool is_constant(Node argument) {
    const auto named = syntax::as<syntax::Keyword>(argument);
    const Node value = named ? named->value() : argument;
    return value.is(Kind::string) || value.is(Kind::integer) || value.is(Kind::true_) || value.is(Kind::false_) ||
           value.is(Kind::none);
}

// It is always compiled: no `if` or loop of the function around decides that.
bool is_unconditional(Node site) {
    Node at = syntax::statement_of(site);
    while (at.parent().is(Kind::block) && at.parent().parent().is(Kind::with_statement)) at = at.parent().parent();
    return at.parent().is(Kind::module) || at.parent().parent().is(Kind::function_definition);
}

// What is compiled in another function is a variable there, which the function does not see:
//   `return torch.compile(step, dynamic=True)` -> `@torch.compile(dynamic=True)` of the others, and `return step`.
std::optional<Recompiled> as_decorator(const values::Program& program, Node site, Node function) {
    const auto call = site.tree() == &program.tree() ? syntax::as<syntax::Call>(site) : std::nullopt;
    const auto torch = edit::torch_name(program.names(), function);
    const Node given = call ? call->arguments().first_child() : Node{};
    if (!given || !torch || call->function().text() != std::string(*torch) + ".compile" || !is_unconditional(site))
        return std::nullopt;
    const names::Reference reference = given.is(Kind::identifier) ? program.names().resolve(given) : names::Reference{};
    // Nobody calls it in eager.
    if (!reference || reference.scope != scope_around(program, function) || !reference.binding().is_bound_once() ||
        std::ranges::count_if(subtree(program.tree().root()), [&](Node node) {
            return node.is(Kind::identifier) && program.names().resolve(node) == reference;
        }) != 2)
        return std::nullopt;
    std::vector<std::string> options;
    for (Node each = given.next_sibling(); each; each = each.next_sibling()) {
        if (!is_constant(each)) return std::nullopt;
        options.emplace_back(each.text());
    }
    const std::string listed = options.empty() ? "" : "(" + edit::joined(options, ", ") + ")";
    return Recompiled{.decorator = "@" + std::string(call->function().text()) + listed,
                      .edits = {{site.span(), std::string(given.text())}}};
}

}  // namespace

bool is_method(const values::Program& program, Node function) {
    const names::Scope* around = scope_around(program, function);
    return around && around->kind == names::ScopeKind::class_;
}

std::optional<Recompiled> recompiled(const values::Program& program, Node function,
                                     const std::vector<std::string>& names) {
    const values::Calls& calls = program.calls();
    // Something that is compiled calls it: there, what is taken out of it would break the graph as before.
    if (!calls.compiled_to(function).empty()) return std::nullopt;
    const std::vector<Node>& sites = calls.sites(function);
    const std::vector<Node> decorators = syntax::decorators_of(function);
    if (decorators.size() == 1 && sites.size() == 1 && syntax::is_within(sites.front(), decorators.front().parent()))
        return Recompiled{.decorator = std::string(decorators.front().parent().text())};
    if (!decorators.empty() || sites.empty()) return std::nullopt;
    Recompiled made;
    for (const Node site : sites) {
        auto edit = at_assignment(program, site, function, names);
        if (!edit) return sites.size() == 1 ? as_decorator(program, site, function) : std::nullopt;
        made.edits.push_back(std::move(*edit));
    }
    return made;
}

}  // namespace transforms::outlining
