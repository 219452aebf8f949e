#include "analysis/rules/engine/told.h"

#include "analysis/syntax/python.h"

namespace rules {
namespace {

using syntax::Field;
using syntax::Kind;
using syntax::Node;
using torch::Role;

// What is called, or named: of a decorator, of the context manager of a `with`, of a call.
Role role_of(const values::Program& program, Node expression) {
    if (expression.is(Kind::as_pattern)) expression = expression.first_child();
    const auto call = syntax::as<syntax::Call>(expression);
    const torch::Row* row = values::row_of(program.value(call ? call->function() : expression));
    return row ? row->role : Role::none;
}

OnBreak told_by(const values::Program& program, Node expression) {
    const auto call = syntax::as<syntax::Call>(expression);
    if (!call || role_of(program, expression) != Role::errors_on_break) return OnBreak::untold;
    const Node flag = call->arguments().first_child();
    return flag.is(Kind::false_) ? OnBreak::resume : OnBreak::error;
}

OnBreak told_by_with(const values::Program& program, Node with) {
    OnBreak told = OnBreak::untold;
    for (const Node item : with.child(Kind::with_clause).children())
        if (const OnBreak here = told_by(program, item.child(Field::value)); here != OnBreak::untold) told = here;
    return told;
}

}  // namespace

OnBreak told_of(const values::Program& program, Node function) {
    for (const Node decorator : syntax::decorators_of(function))
        if (const OnBreak told = told_by(program, decorator); told != OnBreak::untold) return told;
    return OnBreak::untold;
}

OnBreak told_at(const values::Program& program, Node node) {
    const Node function = syntax::function_of(node);
    for (Node child = node, parent = node.parent(); parent && parent != function;
         child = parent, parent = parent.parent()) {
        if (!parent.is(Kind::with_statement) || child.field() != Field::body) continue;
        if (const OnBreak told = told_by_with(program, parent); told != OnBreak::untold) return told;
    }
    return function ? told_of(program, function) : OnBreak::untold;
}

bool is_region(const values::Program& program, Node function) {
    for (const Node decorator : syntax::decorators_of(function))
        if (role_of(program, decorator) == Role::region) return true;
    return false;
}

bool is_checkpointed(const values::Program& program, Node call) { return role_of(program, call) == Role::checkpoint; }

}  // namespace rules
