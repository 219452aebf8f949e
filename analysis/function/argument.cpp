#include "analysis/function/argument.h"

#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"

namespace function {

using syntax::Kind;
using syntax::Node;

Node parameter_of(const Facts& facts, Node function, Node call, Node argument) {
    const std::vector<syntax::Parameter> parameters = syntax::parameters_of(function);
    const auto keyword = syntax::as<syntax::Keyword>(argument);
    const names::Scope* scope = facts.program().names().scope_of(function);
    const bool is_method = scope && scope->enclosing && scope->enclosing->kind == names::ScopeKind::class_ &&
                           !facts.value(call.child(syntax::Field::function)).is(values::Kind::function);
    std::size_t position = is_method ? 1 : 0;
    for (const Node each : syntax::Call{call}.arguments().children()) {
        if (each.is(Kind::list_splat) || each.is(Kind::dictionary_splat)) return {};
        if (each == argument) break;
        ++position;
    }
    for (std::size_t i = 0; i < parameters.size(); ++i)
        if (keyword ? keyword->name().text() == parameters[i].name.text() : i == position) return parameters[i].name;
    return {};
}

const names::Binding* assigned_variable(const Facts& facts, Node expression) {
    const Node whole = syntax::parenthesized(expression);
    const auto assignment = syntax::as<syntax::Assignment>(whole.parent());
    return assignment && assignment->value() == whole ? facts.variable(assignment->target()) : nullptr;
}

}  // namespace function
