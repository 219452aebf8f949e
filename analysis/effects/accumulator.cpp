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

}  // namespace

bool is_accumulator(const Facts& facts, const names::Binding& variable) {
    return facts.once("accumulates", variable, [&] { return accumulates(facts, variable); });
}

}  // namespace effects
