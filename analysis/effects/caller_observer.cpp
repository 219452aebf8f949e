#include "analysis/effects/caller_observer.h"

#include "analysis/effects/escape.h"
#include "analysis/function/argument.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"

namespace effects {

using function::Facts;
using syntax::Kind;
using syntax::Node;

namespace {

constexpr int most_deep = 3;  // callers of callers
constexpr std::size_t most_calls = 8;

// The argument that the variable is the parameter of.
Node argument_for(const Facts& callee, const names::Binding* variable, const Facts& facts, Node call) {
    for (const Node argument : syntax::Call{call}.arguments().children()) {
        const Node parameter = function::parameter_of(facts, callee.function(), call, argument);
        if (parameter && variable && callee.variable(parameter) == variable) return syntax::value_of_argument(argument);
    }
    return {};
}

// Nobody but the call has it: it is made for it, or its variable is not read again.
bool is_let_go(const Facts& facts, Node argument, const names::Binding* result) {
    if (makes_new_tensor(facts, argument)) return true;
    const names::Binding* variable = facts.variable(argument);
    const Node statement = syntax::statement_of(argument);
    return variable && is_only_reference(facts, *variable, statement) &&
           (variable == result || !facts.liveness().after(statement, variable->text));
}

bool is_compared(Node use) {
    const Node parent = use.parent();
    if (!parent.is(Kind::comparison_operator)) return false;
    const auto asks = [](Node each) { return each.op() == syntax::Op::is || each.op() == syntax::Op::is_not; };
    return asks(use) || (use.next_sibling() && asks(use.next_sibling()));
}

class Search {
  public:
    [[nodiscard]] Node find(const Facts& callee, const names::Binding* variable, int depth) const {
        const std::vector<Node>& calls = callee.program().calls().places(callee.function());
        if (depth == most_deep || calls.size() > most_calls) return {};
        for (const Node call : calls) {
            const Node caller = syntax::function_of(call);
            if (!call.is(Kind::call) || !caller || callee.program().number_of(caller) != 0) continue;
            const Facts& facts = callee.all().of(caller);
            const Node argument = argument_for(callee, variable, facts, call);
            if (const Node found = find_behind(facts, call, argument, depth)) return found;
        }
        return {};
    }

  private:
    // In the function that calls.
    [[nodiscard]] Node find_behind(const Facts& facts, Node call, Node argument, int depth) const {
        const names::Binding* result = function::assigned_variable(facts, call);
        if (argument && is_let_go(facts, argument, result)) return {};
        const Node whole = syntax::parenthesized(call);
        const names::Binding* given = argument ? facts.variable(argument) : nullptr;
        if (is_returned(whole)) return find(facts, given, depth + 1);
        if (is_updated(whole) || is_compared(whole)) return whole;
        if (!result) return {};
        const Node loop = outermost_loop(call);
        for (const Node use : facts.uses_of(*result)) {
            if (use.index() < (loop ? loop.index() : call.end_index())) continue;
            if (is_updated(use) || is_compared(use)) return use;
            if (is_returned(use))
                if (const Node found = find(facts, given, depth + 1)) return found;
        }
        return {};
    }
};

}  // namespace

Node observing_caller(const Facts& facts, const names::Binding* variable) { return Search().find(facts, variable, 0); }

}  // namespace effects
