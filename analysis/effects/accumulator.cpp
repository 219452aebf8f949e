#include "analysis/effects/accumulator.h"

#include "analysis/effects/escape.h"
#include "analysis/function/literals.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"

#include <algorithm>

namespace effects {

using function::Facts;
using syntax::Kind;
using syntax::Node;

namespace {

bool starts(const Facts& facts, Node given) {
    return given && function::number_of(facts.value(given)) && !facts.value(given).maybe_none;
}

bool goes_on(const Facts& facts, Node given) {
    return given && (given.is(Kind::binary_operator) || makes_new_tensor(facts, given));
}

bool accumulates(const Facts& facts, const names::Binding& variable) {
    if (variable.captured || variable.rebound_inside) return false;
    bool has_start = false;
    for (const names::Occurrence& each : variable.occurrences) {
        if (each.node.parent().is(Kind::augmented_assignment)) continue;
        const Node given = syntax::given_to(each.node);
        if (starts(facts, given))
            has_start = true;
        else if (!goes_on(facts, given))
            return false;
    }
    return has_start;
}

bool is_constant(Node node) { return node.is(Kind::true_) || node.is(Kind::false_); }

// `found | (t > 2)`, `found and bool(t)`
bool goes_on_as_flag(const Facts& facts, const names::Binding& variable, Node given) {
    const Node plain = syntax::unparenthesized(given);
    const syntax::Op op = plain.is(Kind::binary_operator) ? syntax::operator_of(plain) : syntax::Op::none;
    const bool joins = plain.is(Kind::boolean_operator) || op == syntax::Op::bit_or || op == syntax::Op::bit_and;
    for (const Node each : plain.children())
        if (joins && facts.variable(each) == &variable) return true;
    return false;
}

bool accumulates_truth(const Facts& facts, const names::Binding& variable) {
    if (variable.captured || variable.rebound_inside) return false;
    bool has_start = false;
    for (const names::Occurrence& each : variable.occurrences) {
        const Node given = syntax::given_to(each.node);
        if (!given || (!is_constant(given) && !goes_on_as_flag(facts, variable, given))) return false;
        has_start = has_start || is_constant(given);
    }
    return has_start && std::ranges::all_of(facts.uses_of(variable), [&](Node use) {
               const auto assignment = syntax::as<syntax::Assignment>(syntax::statement_of(use).first_child());
               const bool is_own = assignment && facts.variable(assignment->target()) == &variable;
               return is_own || binds(variable, use) || syntax::tester_of(use);
           });
}

}  // namespace

bool is_truth_accumulator(const Facts& facts, const names::Binding& variable) {
    return facts.once("accumulates truth", variable, [&] { return accumulates_truth(facts, variable); });
}

bool is_accumulator(const Facts& facts, const names::Binding& variable) {
    return facts.once("accumulates", variable, [&] { return accumulates(facts, variable); });
}

}  // namespace effects
