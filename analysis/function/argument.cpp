#include "analysis/function/argument.h"

#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"

namespace function {

using syntax::Field;
using syntax::Kind;
using syntax::Node;

bool hands_in_object(const Facts& facts, Node function, Node call) {
    const names::Scope* scope = facts.program().names().scope_of(function);
    return scope && scope->enclosing && scope->enclosing->kind == names::ScopeKind::class_ &&
           !facts.value(call.child(Field::function)).is(values::Kind::function);
}

Node only_callee(const Facts& facts, Node call) {
    Node found;
    for (const values::Activation* each : facts.program().calls().at(call)) {
        const Node function = each->function.node;
        if (!function.is(Kind::function_definition) || facts.program().number_of(function) != 0) return {};
        if (found && found != function) return {};
        found = function;
    }
    return found;
}

Node parameter_of(const Facts& facts, Node function, Node call, Node argument) {
    const std::vector<syntax::Parameter> parameters = syntax::parameters_of(function);
    const auto keyword = syntax::as<syntax::Keyword>(argument);
    std::size_t position = hands_in_object(facts, function, call) ? 1 : 0;
    for (const Node each : syntax::Call{call}.arguments().children()) {
        if (each.is(Kind::list_splat) || each.is(Kind::dictionary_splat)) return {};
        if (each == argument) break;
        ++position;
    }
    for (std::size_t i = 0; i < parameters.size(); ++i)
        if (keyword ? keyword->name().text() == parameters[i].name.text() : i == position) return parameters[i].name;
    return {};
}

Node receiver_of(const Facts& facts, Node call) {
    const Node object = syntax::Call{call}.function().child(Field::object);
    const torch::Row* row = object ? facts.row_of(call) : nullptr;
    return row && row->name.starts_with(torch::tensor_class) ? object : Node{};
}

std::vector<Node> operands_of(const Facts& facts, Node operation) {
    std::vector<Node> operands;
    if (!operation.is(Kind::call)) {
        for (const Node part : operation.children()) operands.push_back(part);
        return operands;
    }
    if (const Node receiver = receiver_of(facts, operation)) operands.push_back(receiver);
    for (const Node given : syntax::Call{operation}.arguments().children())
        operands.push_back(syntax::value_of_argument(given));
    return operands;
}

namespace {

// `F.batch_norm(x, mean, var, training=True)` updates the statistics that it is given.
bool updates_statistics(const torch::Row& row, Node arguments) {
    const bool by_instance = row.last_word() == "instance_norm";
    if (!by_instance && row.last_word() != "batch_norm") return false;
    const Node second = arguments.first_child().next_sibling();
    const bool has_them = second && !second.is(Kind::none);
    std::size_t position = 0;
    for (const Node each : arguments.children()) {
        const auto keyword = syntax::as<syntax::Keyword>(each);
        const std::string_view name = keyword ? keyword->name().text() : "";
        const bool says = name == "training" || name == "use_input_stats" || (!keyword && position == 5);
        if (says) return has_them && !syntax::value_of_argument(each).is(Kind::false_);
        ++position;
    }
    return has_them && by_instance;
}

}  // namespace

bool writes_argument(const Facts& facts, Node call) {
    const torch::Row* row = facts.row_of(call);
    const Node arguments = row ? syntax::Call{call}.arguments() : Node{};
    if (row && updates_statistics(*row, arguments)) return true;
    for (const Node each : arguments.children()) {
        const auto keyword = syntax::as<syntax::Keyword>(each);
        if (!keyword && row->traits.pointwise && each.is(Kind::true_) && each != arguments.first_child()) return true;
        if (!keyword) continue;
        const Node value = keyword->value();
        const std::string_view name = keyword->name().text();  // `max_norm`, of an embedding
        if ((name == "out" || name == "max_norm") && !value.is(Kind::none)) return true;
        if (name == "inplace" && !value.is(Kind::false_)) return true;
    }
    return false;
}

const names::Binding* assigned_variable(const Facts& facts, Node expression) {
    const Node whole = syntax::parenthesized(expression);
    const auto assignment = syntax::as<syntax::Assignment>(whole.parent());
    return assignment && assignment->value() == whole ? facts.variable(assignment->target()) : nullptr;
}

}  // namespace function
