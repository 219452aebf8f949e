#include "transforms/facts.h"

#include "analysis/flow/build.h"
#include "analysis/syntax/python.h"

#include <algorithm>

namespace transforms {

using syntax::Kind;
using syntax::Node;

namespace {

const torch::Row* row_of_value(values::Value callee) {
    if (callee.is(values::Kind::bound)) return row_of_value(callee.bound().method);
    return callee.is(values::Kind::api) ? callee.api().row : nullptr;
}

// `@torch.no_grad()` or `@torch.inference_mode()`; with an argument it may as well switch gradients on.
bool switches_gradients_off(const values::Program& program, Node decorator) {
    const auto call = syntax::as<syntax::Call>(decorator);
    if (call && !call->arguments().children().empty()) return false;
    const torch::Row* row = row_of_value(program.value(call ? call->function() : decorator));
    return row && row->role == torch::Role::no_grad;
}

bool is_decorated_without_gradients(const values::Program& program, Node function) {
    return std::ranges::any_of(syntax::decorators_of(function),
                               [&](Node decorator) { return switches_gradients_off(program, decorator); });
}

Node assignment_to(Node identifier) {
    const Node parent = identifier.parent();
    const auto assignment = syntax::as<syntax::Assignment>(parent);
    const bool plain = assignment && assignment->target() == identifier && assignment->value() &&
                       !assignment->value().is(Kind::assignment) && parent.parent().is(Kind::expression_statement);
    return plain ? parent : Node{};
}

// In different arms of one `if`: the one does not run before the other, but in another round of a loop.
bool excludes(Node one, Node other) {
    for (Node arm = one; arm; arm = arm.parent()) {
        const Node parent = arm.parent();
        if (!parent.is(Kind::if_statement) || !syntax::is_within(other, parent)) continue;
        return arm.field() != syntax::Field::condition && other.index() >= parent.first_child().end_index() &&
               !syntax::is_within(other, arm);
    }
    return false;
}

}  // namespace

bool is_loop(Node node) { return node.is(Kind::for_statement) || node.is(Kind::while_statement); }

Node outermost_loop(Node node) {
    Node found;
    for (Node at = node.parent(); at && !at.is(Kind::function_definition); at = at.parent())
        if (is_loop(at)) found = at;
    return found;
}

Facts::Facts(const values::Program& program, Node function)
    : program_(program), function_(function), scope_(*program.names().scope_of(function)),
      graph_(flow::build(function)), must_defined_(graph_, program.names()), liveness_(graph_, program.names()),
      without_gradients_(is_decorated_without_gradients(program, function)),
      shows_all_variables_(flow::Uses(graph_, program.names()).all_are_read()) {}

const names::Binding* Facts::variable(Node identifier) const {
    if (!identifier.is(Kind::identifier)) return nullptr;
    const names::Reference reference = program_.names().resolve(identifier);
    return reference && reference.scope == &scope_ ? &reference.binding() : nullptr;
}

std::optional<Definition> Facts::definition(const names::Binding& variable, Node statement) const {
    if (variable.rebound_inside) return std::nullopt;
    const names::Occurrence* last = nullptr;
    for (const names::Occurrence& occurrence : variable.occurrences)
        if (occurrence.node.index() < statement.index() && !excludes(occurrence.node, statement)) last = &occurrence;
    if (!last) return std::nullopt;
    // Another round of a loop may bring what is assigned behind the statement.
    for (Node loop = statement.parent(); loop && loop != function_; loop = loop.parent()) {
        if (!is_loop(loop) || syntax::is_within(last->node, loop)) continue;
        for (const names::Occurrence& occurrence : variable.occurrences)
            if (syntax::is_within(occurrence.node, loop)) return std::nullopt;
    }
    if (last->kind == names::BindingKind::parameter) return Definition{.statement = {}, .value = last->node};
    const Node assignment = assignment_to(last->node);
    if (last->kind != names::BindingKind::assignment || !assignment) return std::nullopt;
    // It runs before the statement if its block is around the statement.
    const Node defining = assignment.parent();
    if (!syntax::is_within(statement, defining.parent())) return std::nullopt;
    return Definition{.statement = defining, .value = syntax::Assignment{assignment}.value()};
}

const torch::Row* Facts::row_of(Node call) const { return row_of_value(value(call.child(syntax::Field::function))); }

}  // namespace transforms
