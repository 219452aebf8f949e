#include "transforms/in_graph/site.h"

#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/condition/quantifier.h"
#include "transforms/edit/quote.h"
#include "transforms/edit/splice.h"

#include <algorithm>

namespace transforms::in_graph {

using function::Facts;
using proof::Proof;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

bool is_decided_by_data(values::Value value) {
    return value.is_tensor() || value.is(values::Kind::tensor_number) || value.is(values::Kind::array);
}

// `any(t.isnan().any() for t in (q, k))`
bool asks_tensors(const Facts& facts, Node call) {
    if (!condition::asks_of_each(facts, call)) return false;
    const Node arguments = syntax::Call{call}.arguments();
    return values::holds_tensor(
        facts.value(arguments.is(Kind::generator_expression) ? arguments : arguments.first_child()));
}

// Dynamo cannot tell whether the condition holds: the data of a tensor decides, or a call that it does not trace.
bool is_open(const Facts& facts, Node condition) {
    for (const Node node : subtree(condition)) {
        const torch::Row* row = node.is(Kind::call) ? facts.row_of(node) : nullptr;
        if (row && (row->when == torch::When::always || asks_tensors(facts, node))) return true;
    }
    const Node bare = syntax::unparenthesized(condition);
    if (bare.is(Kind::not_operator)) return is_open(facts, bare.first_child());
    if (bare.is(Kind::boolean_operator)) {
        const syntax::Binary binary{bare};
        return is_open(facts, binary.left()) || is_open(facts, binary.right());
    }
    return is_decided_by_data(facts.value(bare));
}

// `self.training and (x > 1).any()`: what Dynamo knows stays outside.
Node open_part(const Facts& facts, Node condition) {
    while (condition.is(Kind::boolean_operator) && !is_open(facts, syntax::Binary{condition}.left()))
        condition = syntax::Binary{condition}.right();
    return condition;
}

Node call_of(Node statement) {
    const Node call = statement.is(Kind::expression_statement) ? statement.first_child() : Node{};
    return call.is(Kind::call) && !call.next_sibling() ? call : Node{};
}

Node block_of(Node arm) { return arm.is(Kind::elif_clause) ? syntax::If{arm}.body() : arm.child(Field::body); }

// `ValueError(f"...")` is made by the operator; of its class and arguments only the arguments are carried.
std::string read_exception(const Facts& facts, Node exception, Carried& carried, Proof& proof) {
    const Node callee = exception.is(Kind::call) ? exception.child(Field::function) : exception;
    Node root = callee;
    while (root.is(Kind::attribute)) root = root.child(Field::object);
    const names::Reference reference =
        root.is(Kind::identifier) ? facts.program().names().resolve(root) : names::Reference{};
    if (!root.is(Kind::identifier) || (reference && reference.scope->kind != names::ScopeKind::module))
        proof.refuse(edit::quoted(exception) + " may be any exception");
    if (exception.is(Kind::call)) carried.take(exception.child(Field::arguments), false);
    return carried.text(exception);
}

std::string read_raise(const Facts& facts, Node raise, Carried& carried, Proof& proof) {
    const Node exception = raise.first_child(), cause = raise.child(Field::cause);
    if (!exception || exception == cause) {
        proof.refuse("`raise` alone raises what is being handled");
        return {};
    }
    std::string made = read_exception(facts, exception, carried, proof);
    if (!cause) return made;
    return "(" + made + ", " + (cause.is(Kind::none) ? "None" : read_exception(facts, cause, carried, proof)) + ")";
}

// Each arm of the `if` prints or raises, and does nothing else.
bool only_acts(const Facts& facts, Node statement) {
    const auto block_acts = [&](Node block) {
        for (const Node each : block.children())
            if (const Node call = call_of(each); !each.is(Kind::raise_statement) && (!call || !is_output(facts, call)))
                return false;
        return true;
    };
    return block_acts(syntax::If{statement}.body()) &&
           std::ranges::all_of(syntax::If{statement}.alternatives(),
                               [&](Node arm) { return block_acts(block_of(arm)); });
}

// `logging.getLogger("train")`, which gives the same logger whoever asks: the name that it is asked of.
Node asked_for_logger(const Facts& facts, Node call) {
    if (!call.is(Kind::call) || !facts.value(call).is(values::Kind::logger)) return call;
    const auto is_fixed = [](Node given) { return given.is(Kind::string) || given.text() == "__name__"; };
    for (const Node given : syntax::Call{call}.arguments().children())
        if (!is_fixed(given)) return call;
    Node root = syntax::Call{call}.function();
    while (root.is(Kind::attribute)) root = root.child(Field::object);
    return root;
}

std::string read_output(const Facts& facts, EffectSite& site, Node call, bool always, Carried& carried, Proof& proof) {
    Node root = syntax::Call{call}.function();
    while (root.is(Kind::attribute)) root = root.child(Field::object);
    root = asked_for_logger(facts, root);
    const names::Reference reference =
        root.is(Kind::identifier) ? facts.program().names().resolve(root) : names::Reference{};
    if (!root.is(Kind::identifier) || (reference && reference.scope->kind != names::ScopeKind::module)) {
        site.only_behind = edit::quoted(root) + " is not a name of the module";
        site.sink = root;
        if (!is_kept_parameter(facts, root) || syntax::Call{call}.function() == root) proof.refuse(site.only_behind);
    }
    site.outputs.push_back(call);
    carried.take(syntax::Call{call}.arguments(), always);
    return carried.text(call);
}

// Outputs, and perhaps an error at the end.
std::string read_arm(const Facts& facts, EffectSite& site, Node block, Carried& carried, Proof& proof) {
    std::string outputs;
    for (const Node statement : block.children()) {
        const Node call = call_of(statement);
        if (statement.is(Kind::raise_statement)) {
            site.raises = true;
            site.error = read_raise(facts, statement, carried, proof);
            site.only_behind = "it does more than to raise";
        } else if (call && is_output(facts, call)) {
            outputs += (outputs.empty() ? "" : ", ") + read_output(facts, site, call, false, carried, proof);
        } else {
            proof.refuse(edit::quoted(statement) + " is more than an output");
        }
        if (proof.refused()) return {};
    }
    return outputs;
}

void read_if(const Facts& facts, EffectSite& site, Acts where, Carried& carried, Proof& proof) {
    const syntax::If branch{site.statement};
    site.place = open_part(facts, branch.condition());
    site.nested = site.place != branch.condition();
    if (!branch.alternatives().empty()) site.place = branch.condition();
    if (where == Acts::behind && site.nested)
        carried.take_whole(branch.condition(), site.place);
    else
        carried.take(site.place, true);
    const Node first = branch.body().first_child();
    if (branch.alternatives().empty() && first.is(Kind::raise_statement) && !first.next_sibling()) {
        site.raises = true;
        site.error = read_raise(facts, first, carried, proof);
        site.body = carried.text(site.place);
        return;
    }
    const std::string outputs = read_arm(facts, site, branch.body(), carried, proof);
    site.body = "(" + carried.text(site.place) + ") and (" + outputs + ",)";
    for (const Node other : branch.alternatives()) {
        if (proof.refused()) return;
        site.only_behind = "its other arms act as well";
        if (other.is(Kind::elif_clause)) carried.take(syntax::If{other}.condition(), false);
        read_arm(facts, site, block_of(other), carried, proof);
    }
}

// Somewhere in the file.
bool binds(const names::Module& names, std::string_view name) {
    const auto known = names.name(name);
    return known && std::ranges::any_of(names.scopes(), [&](const names::Scope& scope) { return scope.find(*known); });
}

void read_assert(const Facts& facts, EffectSite& site, Carried& carried, Proof& proof) {
    site.place = site.statement.first_child();
    site.raises = site.inverted = true;
    carried.take(site.place, true);
    site.body = "not (" + carried.text(site.place) + ")";
    const Node message = site.place.next_sibling();
    if (message) carried.take(message, false);
    site.error = "AssertionError(" + (message ? carried.text(message) : "") + ")";
    if (binds(facts.program().names(), "AssertionError")) proof.refuse("`AssertionError` may be something else here");
}

}  // namespace

bool is_output(const Facts& facts, Node call) {
    const torch::Row* row = facts.row_of(call);
    return row && (row->role == torch::Role::print || row->role == torch::Role::emits);
}

bool is_kept_parameter(const Facts& facts, Node identifier) {
    const names::Binding* variable = identifier.is(Kind::identifier) ? facts.variable(identifier) : nullptr;
    return variable && variable->is_bound_once() && variable->occurrences.front().kind == names::BindingKind::parameter;
}

Node effect_statement(const Facts& facts, Node node) {
    Node statement = syntax::statement_of(node);
    while (statement) {
        Node around = statement.is(Kind::elif_clause) ? statement : statement.parent();
        if (around.is(Kind::block)) around = around.parent();
        if (around.is(Kind::elif_clause) || around.is(Kind::else_clause)) around = around.parent();
        if (!around.is(Kind::if_statement) || around == statement) break;
        if (!is_open(facts, syntax::If{around}.condition())) break;
        statement = around;
    }
    return statement;
}

EffectSite read_effect(const Facts& facts, Node statement, Acts where, Proof& proof) {
    EffectSite site{.statement = statement};
    Carried carried(facts, statement, proof);
    if (const Node call = call_of(statement); call && is_output(facts, call)) {
        site.place = call;
        site.body = read_output(facts, site, call, true, carried, proof);
    } else if (statement.is(Kind::if_statement) && is_open(facts, syntax::If{statement}.condition()) &&
               (syntax::If{statement}.alternatives().empty() || only_acts(facts, statement))) {
        read_if(facts, site, where, carried, proof);
    } else if (statement.is(Kind::assert_statement)) {
        read_assert(facts, site, carried, proof);
    } else {
        proof.refuse("it is neither an output nor a check that raises");
    }
    if (!proof.refused() && edit::has_long_string(statement)) proof.refuse("a string goes on in another line");
    site.carried = carried.values();
    site.parameters = carried.parameters();
    site.arguments = carried.arguments();
    return site;
}

}  // namespace transforms::in_graph
