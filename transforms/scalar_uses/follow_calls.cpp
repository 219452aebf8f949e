// A number that goes into a function of the file, or comes out of it to the callers that are seen: what is done with it
// there. What would have to be written anew there is not followed.
#include "analysis/effects/escape.h"
#include "analysis/function/argument.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/scalar_uses/scalar_uses.h"
#include "transforms/scalar_uses/takers.h"

#include <algorithm>

namespace transforms::scalar_uses {

using function::Facts;
using metadata::Forms;
using syntax::Kind;
using syntax::Node;

namespace {

// Whoever calls the function gets what this `return` gives, and nothing else.
bool gives_one_value(const Facts& facts) {
    std::size_t returns = 0;
    for (const Node node : subtree(facts.function()))
        if (node.is(Kind::return_statement) && syntax::function_of(node) == facts.function()) ++returns;
    return returns == 1 && !facts.scope().yields && syntax::decorators_of(facts.function()).empty();
}

// A place that reads the parameter.
Node read_of(const Facts& facts, Node parameter) {
    const names::Binding* variable = facts.variable(parameter);
    for (const Node use : variable ? facts.uses_of(*variable) : std::vector<Node>{})
        if (!effects::binds(*variable, use)) return use;
    return {};
}

}  // namespace

bool NumberUses::follows(Node node) {
    if (!may_round_ || limited_ || depth_ == most_deep) return false;
    const Node argument = node.parent().is(Kind::keyword_argument) ? node.parent() : node, parent = argument.parent();
    if (parent.is(Kind::return_statement)) return follows_out();
    return parent.is(Kind::argument_list) && parent.parent().is(Kind::call) && follows_into(parent.parent(), argument);
}

// `self.box_loss(boxes, targets, n)`
bool NumberUses::follows_into(Node call, Node argument) {
    const Node function = function::only_callee(facts_, call);
    const Node parameter = function ? function::parameter_of(facts_, function, call, argument) : Node{};
    if (!parameter) return false;
    const Facts& callee = facts_.all().of(function);
    const names::Binding* variable = callee.variable(parameter);
    if (!variable || variable->captured || !variable->is_bound_once()) return false;
    std::vector<Node> uses;
    for (const Node use : callee.uses_of(*variable))
        if (!effects::binds(*variable, use)) uses.push_back(use);
    return follows_in(callee, variable, uses, call);
}

// `return n / total`
bool NumberUses::follows_out() {
    const std::vector<Node>& calls = calls_of(facts_);
    if (calls.empty() || calls.size() > most_calls) return false;
    return std::ranges::all_of(calls, [&](Node call) {
        const Node function = syntax::function_of(call);
        if (!function.is(Kind::function_definition) || facts_.program().number_of(function) != 0) return false;
        return follows_in(facts_.all().of(function), nullptr, {call}, call);
    });
}

// The dtype of the number's tensor, as it is told in the function that the call leads to, or that the call is in: by
// the tensors that are handed over. Empty if they do not tell.
std::string NumberUses::dtype_in(const Facts& other, Node call) const {
    if (is_single_precision(dtype_)) return dtype_;
    const bool is_caller = syntax::function_of(call) == other.function();
    const Facts &caller = is_caller ? other : facts_, &callee = is_caller ? facts_ : other;
    proof::Proof kinds;  // what is guessed is not assumed
    Forms in_caller(caller, is_caller ? syntax::statement_of(call) : statement_, kinds);
    Forms in_callee(callee, is_caller ? statement_ : syntax::Function{callee.function()}.body().first_child(), kinds);
    for (const Node argument : syntax::Call{call}.arguments().children()) {
        const Node parameter = function::parameter_of(caller, callee.function(), call, argument);
        if (!parameter) return "";
        const std::string given = in_caller.of(syntax::value_of_argument(argument)).dtype;
        const Node read = read_of(callee, parameter);
        const std::string taken = read ? in_callee.of(read).dtype : "";
        const std::string &here = is_caller ? taken : given, &there = is_caller ? given : taken;
        if (here.empty() || there.empty() || !is_made_of(dtype_, here)) continue;
        std::string made = dtype_;
        return made.replace(made.find(here), here.size(), there);
    }
    return "";
}

bool NumberUses::follows_in(const Facts& other, const names::Binding* variable, const std::vector<Node>& uses,
                            Node call) {
    const std::string dtype = dtype_in(other, call);
    for (const Node use : uses) {
        proof::Proof proof(proof::Answer::assume);
        const Node statement = syntax::statement_of(use);
        metadata::Forms forms(other, statement, proof);
        NumberUses there(other, statement, forms, proof, numbers_, unreadable_);
        there.may_round(dtype);
        there.depth_ = depth_ + 1;
        if (variable)
            there.check_use(*variable, use);
        else
            there.check(use);
        const bool is_its =
            !variable && gives_one_value(facts_) && function::only_callee(other, use) == facts_.function();
        const bool is_respelled = !is_its && !std::ranges::all_of(there.respelled_, &Respelled::serves_numbers);
        const bool is_rewritten =
            !there.conditions_.empty() || is_respelled || !there.sums_.empty() || !there.late_.empty();
        if (proof.refused() || proof.has_guards() || is_rewritten) return false;
        for (const std::string& assumption : proof.assumptions()) proof_.assume(assumption, assumption);
        take(there);
    }
    return true;
}

}  // namespace transforms::scalar_uses
