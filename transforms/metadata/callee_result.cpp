#include "transforms/metadata/callee_result.h"

#include "analysis/effects/escape.h"
#include "analysis/effects/provenance.h"
#include "analysis/syntax/python.h"
#include "transforms/metadata/inference.h"
#include "transforms/proof/proof.h"

#include <algorithm>

namespace transforms::metadata {

using function::Facts;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

// Every way out of the function is a `return` with a value.
std::vector<Node> results_of(Node function) {
    const Node last = syntax::last_statement(syntax::Function{function}.body());
    if (!last.is(Kind::return_statement)) return {};
    std::vector<Node> results;
    for (const Node each : syntax::returns_of(function)) results.push_back(each.first_child());
    return std::ranges::all_of(results, [](Node each) { return static_cast<bool>(each); }) ? results
                                                                                           : std::vector<Node>{};
}

// All that it is made of are parameters.
bool comes_from_arguments(const Facts& facts, Node result) {
    const effects::Roots roots = effects::roots_of(facts, result, syntax::statement_of(result));
    const std::uint32_t body = syntax::Function{facts.function()}.body().index();
    const std::vector<syntax::Parameter> parameters = syntax::parameters_of(facts.function());
    return roots.known && !roots.all.empty() && std::ranges::all_of(roots.all, [&](const effects::Root& root) {
               return root.since < body &&
                      std::ranges::any_of(parameters, [&](const auto& each) { return each.name.text() == root.name; });
           });
}

constexpr int max_names = 8;  // that are followed from one to the next

bool is_certain_within(const Facts& facts, Node expression, Node statement, int names) {
    for (const Node node : subtree(expression)) {
        if (node.is(Kind::call) && !facts.row_of(node) && !facts.row_of_module(node) &&
            !called_function(facts.program().names(), node))
            return false;
        const names::Binding* variable = node.is(Kind::identifier) ? facts.variable(node) : nullptr;
        if (!variable) continue;
        const auto made = facts.definition(*variable, statement);
        if (!made || names == max_names ||
            (made->statement && !is_certain_within(facts, made->value, made->statement, names + 1)))
            return false;
    }
    return true;
}

}  // namespace

bool is_certain(const Facts& facts, Node expression, Node statement) {
    return is_certain_within(facts, expression, statement, 0);
}

Node called_function(const names::Module& names, Node call) {
    const Node name = call.child(Field::function);
    const names::Reference reference = name.is(Kind::identifier) ? names.resolve(name) : names::Reference{};
    if (!reference || !reference.binding().is_bound_once()) return {};
    const Node function = reference.binding().occurrences.front().node.parent();
    const bool plain = function.is(Kind::function_definition) && function.parent().is(Kind::module) &&
                       function.text().starts_with("def") && !names.scope_of(function)->yields;
    return plain ? function : Node{};
}

bool gives_new_tensor(const Facts& facts, Node call) {
    const Node function = called_function(facts.program().names(), call);
    if (!function) return false;
    const Facts& inside = facts.all().of(function);
    const std::vector<Node> results = results_of(function);
    return !results.empty() &&
           std::ranges::all_of(results, [&](Node each) { return effects::makes_new_tensor(inside, each); });
}

std::optional<operations::Form> scalar_of(const Facts& facts, Node call) {
    const Node function = called_function(facts.program().names(), call);
    if (!function) return std::nullopt;
    const Facts& inside = facts.all().of(function);
    std::optional<operations::Form> all;
    for (const Node result : results_of(function)) {
        proof::Proof kinds;
        Forms forms(inside, syntax::statement_of(result), kinds);
        forms.do_not_follow();
        const operations::Form form = forms.of(result);
        if (!form.is_tensor() || !form.shape.empty() || kinds.has_guards()) return std::nullopt;
        if (!comes_from_arguments(inside, result) || (all && all->dtype != form.dtype)) return std::nullopt;
        all = form;
    }
    if (all && !all->is_bool()) all->dtype.clear(), all->floating = false;
    return all;
}

}  // namespace transforms::metadata
