#include "transforms/if_conversion/prove/same_layout.h"

#include "analysis/effects/escape.h"
#include "analysis/effects/layout_queries.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/if_conversion/prove/live_ins.h"

#include <algorithm>

namespace transforms::if_conversion {

using syntax::Kind;
using syntax::Node;

namespace {

// `(a if c else b).view(-1)`
bool is_asked_at_once(const Case& c) {
    Node node = c.at.conditions.front().parent();
    while (node && !syntax::is_statement(node.kind()) && !effects::asks_for_layout(c.facts, node)) node = node.parent();
    return node && !syntax::is_statement(node.kind());
}

// Made element by element: its layout is that of the tensors in it, if these have one.
bool is_pointwise(const function::Facts& facts, Node value) {
    for (const Node node : subtree(value)) {
        const torch::Row* row = node.is(Kind::call) ? facts.row_of(node) : nullptr;
        if (node.is(Kind::subscript) || (node.is(Kind::call) && !(row && row->traits.pointwise))) return false;
    }
    return effects::makes_new_tensor(facts, value);
}

// Both arms are made of the one tensor: `x * 2.0` and `x.abs()`.
bool arms_have_one_layout(const Case& c, const Target& target, const std::vector<metadata::Place>& places) {
    return places.size() == 1 &&
           std::ranges::all_of(target.values, [&](Node value) { return value && is_pointwise(c.facts, value); });
}

}  // namespace

void same_layout(Case& c) {
    const bool at_once = is_asked_at_once(c);
    for (std::size_t i = 0; i < c.at.targets.size(); ++i) {
        const Target& target = c.at.targets[i];
        if (!c.chooses_tensor(i)) continue;
        const names::Binding* variable = c.assigned(target);
        const std::string_view name = variable ? variable->text : std::string_view(target.text);
        if (!at_once && (name.empty() || !effects::layout_is_asked_for(c.facts, c.at.statement, name))) continue;
        const std::vector<metadata::Place> places = places_of(c.facts, c.at, target);
        if (arms_have_one_layout(c, target, places)) continue;
        for (const metadata::Place& each : places) c.proof.test(proof::is_contiguous(each.text));
    }
}

}  // namespace transforms::if_conversion
