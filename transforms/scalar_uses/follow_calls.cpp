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
    return follows_in(callee, variable, uses);
}

// `return n / total`
bool NumberUses::follows_out() {
    const std::vector<Node>& calls = calls_of(facts_);
    if (calls.empty() || calls.size() > most_calls) return false;
    return std::ranges::all_of(calls, [&](Node call) {
        const Node function = syntax::function_of(call);
        if (!function.is(Kind::function_definition) || facts_.program().number_of(function) != 0) return false;
        return follows_in(facts_.all().of(function), nullptr, {call});
    });
}

bool NumberUses::follows_in(const Facts& other, const names::Binding* variable, const std::vector<Node>& uses) {
    for (const Node use : uses) {
        proof::Proof proof(proof::Answer::assume);
        const Node statement = syntax::statement_of(use);
        metadata::Forms forms(other, statement, proof);
        NumberUses there(other, statement, forms, proof, numbers_, unreadable_);
        there.may_round(is_single_precision(dtype_) ? dtype_ : "");  // other terms say nothing there
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
        for (Respelled& made : there.respelled_) respell(std::move(made));
        for (const std::string& assumption : proof.assumptions()) proof_.assume(assumption, assumption);
        rounded_ = rounded_ || there.rounded_;
        handed_on_ = handed_on_ || there.handed_on_;
        alone_ = alone_ || there.alone_;
        doubtful_ = doubtful_ || there.doubtful_;
    }
    return true;
}

}  // namespace transforms::scalar_uses
