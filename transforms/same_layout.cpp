#include "transforms/same_layout.h"

#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/arm_reads.h"
#include "transforms/sharing.h"
#include "transforms/text.h"

#include <algorithm>

namespace transforms {

using syntax::Kind;
using syntax::Node;

namespace {

using Names = std::set<std::string_view>;

bool mentions_any(Node code, const Names& names) {
    return code && std::ranges::any_of(names, [&](std::string_view name) { return mentions(code, name); });
}

bool asks_for_layout(const Facts& facts, Node call) {
    const torch::Row* row = call.is(Kind::call) ? facts.row_of(call) : nullptr;
    return row && row->traits.strided;
}

// `(a if c else b).view(-1)`
bool is_asked_at_once(const Case& c) {
    Node node = c.at.conditions.front().parent();
    while (node && !syntax::is_statement(node.kind()) && !asks_for_layout(c.facts, node)) node = node.parent();
    return node && !syntax::is_statement(node.kind());
}

// What may be laid out as the tensor of that name is, of the names that the nodes from `begin` on assign: `z` of `z = y
// * 2.0`.
Names laid_out_alike(const Facts& facts, std::string_view name, std::uint32_t begin) {
    const Node function = facts.function();
    Names names{name};
    for (std::size_t known = 0; known != names.size();) {
        known = names.size();
        for (std::uint32_t i = begin; i < function.end_index(); ++i) {
            const auto assignment = syntax::as<syntax::Assignment>(function.tree()->node(i));
            if (!assignment || !mentions_any(assignment->value(), names)) continue;
            const Node to = assignment->target();
            for (std::uint32_t k = to.index(); k < to.end_index(); ++k)
                if (const Node each = to.tree()->node(k); each.is(Kind::identifier) || each.is(Kind::attribute))
                    names.insert(each.text());
        }
    }
    return names;
}

// Made element by element: its layout is that of the tensors in it, if these have one.
bool is_pointwise(const Facts& facts, Node value) {
    for (std::uint32_t i = value.index(); i < value.end_index(); ++i) {
        const Node node = value.tree()->node(i);
        const torch::Row* row = node.is(Kind::call) ? facts.row_of(node) : nullptr;
        if (node.is(Kind::subscript) || (node.is(Kind::call) && !(row && row->traits.pointwise))) return false;
    }
    return makes_new_tensor(facts, value);
}

// Both arms are made of the one tensor: `x * 2.0` and `x.abs()`.
bool arms_have_one_layout(const Case& c, const Target& target, const std::vector<Place>& places) {
    return places.size() == 1 &&
           std::ranges::all_of(target.values, [&](Node value) { return value && is_pointwise(c.facts, value); });
}

}  // namespace

bool layout_is_asked_for(const Facts& facts, Node statement, std::string_view name) {
    const Node function = facts.function(), loop = outermost_loop(statement);
    const std::uint32_t begin = loop ? loop.index() : statement.index();
    std::optional<Names> names;
    for (std::uint32_t i = begin; i < function.end_index(); ++i) {
        const Node call = function.tree()->node(i);
        if (!asks_for_layout(facts, call)) continue;
        if (!names) names = laid_out_alike(facts, name, begin);
        if (mentions_any(call, *names)) return true;
    }
    return false;
}

void same_layout(Case& c) {
    const bool at_once = is_asked_at_once(c);
    for (std::size_t i = 0; i < c.at.targets.size(); ++i) {
        const Target& target = c.at.targets[i];
        if (!c.chooses_tensor(i)) continue;
        const names::Binding* variable = c.assigned(target);
        const std::string_view name = variable ? variable->text : std::string_view(target.text);
        if (!at_once && (name.empty() || !layout_is_asked_for(c.facts, c.at.statement, name))) continue;
        const std::vector<Place> places = places_of(c.facts, c.at, target);
        if (arms_have_one_layout(c, target, places)) continue;
        for (const Place& each : places) c.proof.test(each.text + ".is_contiguous()");
    }
}

}  // namespace transforms
