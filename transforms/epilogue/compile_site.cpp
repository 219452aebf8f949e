#include "transforms/epilogue/compile_site.h"

#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/edit/emitted_names.h"

#include <algorithm>
#include <utility>

namespace transforms::epilogue {

using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

const torch::Row* row_of_decorator(const values::Program& program, Node decorator) {
    const auto call = syntax::as<syntax::Call>(decorator);
    return values::row_of(program.value(call ? call->function() : decorator));
}

// torch.compile is the outermost decorator, and the others only say that no gradient is recorded.
bool is_decorated_so(const values::Program& program, Node function) {
    const std::vector<Node> decorators = syntax::decorators_of(function);
    if (decorators.empty()) return false;
    const torch::Row* first = row_of_decorator(program, decorators.front());
    if (!first || first->role != torch::Role::compile) return false;
    return std::ranges::all_of(decorators.begin() + 1, decorators.end(), [&](Node decorator) {
        const torch::Row* row = row_of_decorator(program, decorator);
        return row && row->role == torch::Role::no_grad;
    });
}

// It can be called with the same arguments by another function, and its defaults can be evaluated twice.
bool takes_plain_arguments(Node function) {
    return std::ranges::all_of(syntax::parameters_of(function), [](const syntax::Parameter& each) {
        for (const Node node : subtree(each.value))
            if (node.is(Kind::call) || node.is(Kind::named_expression)) return false;
        return true;
    });
}

// Another function of its name, made where it is handed over, is the same: its defaults are, and it does not know
// itself.
bool can_be_made_again(Node function) {
    const syntax::Function view{function};
    return !mentions(view.body(), view.name().text()) &&
           std::ranges::all_of(syntax::parameters_of(function), [](const syntax::Parameter& each) {
               for (const Node node : subtree(each.value)) {
                   if (node.is(Kind::identifier) || node.is(Kind::list) || node.is(Kind::dictionary) ||
                       node.is(Kind::set))
                       return false;
               }
               return true;
           });
}

// Nobody but this statement gives the name a meaning, apart from what is compiled of it: `sample =
// torch.compile(sample)`.
bool is_named_once(const values::Program& program, const names::Scope& scope, Node function,
                   const std::vector<Node>& sites) {
    const auto name = program.names().name(syntax::Function{function}.name().text());
    const names::Binding* binding = name ? scope.find(*name) : nullptr;
    return binding && !binding->rebound_inside &&
           std::ranges::all_of(binding->occurrences, [&](const names::Occurrence& each) {
               const auto assignment = syntax::as<syntax::Assignment>(each.node.parent());
               return each.node == syntax::Function{function}.name() ||
                      (assignment && std::ranges::find(sites, assignment->value()) != sites.end());
           });
}

// The function itself, under its name: `torch.compile(sample, dynamic=True)`.
bool hands_over(const values::Program& program, Node site, Node function) {
    const auto call = site.tree() == &program.tree() ? syntax::as<syntax::Call>(site) : std::nullopt;
    const Node given = call ? call->arguments().first_child() : Node{};
    const names::Reference reference = given.is(Kind::identifier) ? program.names().resolve(given) : names::Reference{};
    return reference && reference.scope->kind == names::ScopeKind::module &&
           given.text() == syntax::Function{function}.name().text();
}

// `torch.compile(Model())`, `model.compile()`: not `torch.compile(model.forward)`.
bool hands_over_a_module(const values::Program& program, Node site) {
    const auto call = syntax::as<syntax::Call>(site);
    if (!call) return false;
    const auto is_module = [&](Node node) { return node && program.value(node).is(values::Kind::object); };
    return is_module(call->function().child(Field::object)) || is_module(call->arguments().first_child());
}

// Where it is compiled; none if something that is compiled calls it: there, it would break the graph.
std::vector<Node> sites_of(const values::Program& program, Node function) {
    const values::Calls& calls = program.calls();
    return calls.compiled_to(function).empty() ? calls.sites(function) : std::vector<Node>{};
}

}  // namespace

std::optional<Compiled> how_compiled(const values::Program& program, Node function) {
    const Node definition = function.parent().is(Kind::decorated_definition) ? function.parent() : function;
    const Node around = definition.parent().is(Kind::module) ? Node{} : definition.parent().parent();
    const names::Scope* scope = around ? program.names().scope_of(around) : &program.names().top();
    if (!scope || (around && !around.is(Kind::class_definition)) || function.text().starts_with("async")) return {};
    std::vector<Node> sites = sites_of(program, function);
    if (!takes_plain_arguments(function) || !is_named_once(program, *scope, function, sites)) return {};
    const auto parameters = syntax::parameters_of(function);
    if (around && (parameters.empty() || parameters.front().form != syntax::Parameter::Form::plain)) return {};
    const auto torch = edit::torch_name(program.names(), function);
    if (is_decorated_so(program, function))
        return Compiled{.form = around ? Compiled::Form::method : Compiled::Form::function,
                        .torch = torch.value_or("")};
    if (definition != function) return {};
    const auto all = [&](const auto& is_so) { return !sites.empty() && std::ranges::all_of(sites, is_so); };
    if (!around && can_be_made_again(function) && all([&](Node site) { return hands_over(program, site, function); }))
        return Compiled{.form = Compiled::Form::handed, .torch = torch.value_or(""), .sites = std::move(sites)};
    if (!around || !torch || syntax::Function{function}.name().text() != "forward") return {};
    if (!all([&](Node site) { return hands_over_a_module(program, site); })) return {};
    return Compiled{.form = Compiled::Form::module, .torch = *torch};
}

}  // namespace transforms::epilogue
