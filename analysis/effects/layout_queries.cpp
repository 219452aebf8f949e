#include "analysis/effects/layout_queries.h"

#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"

#include <algorithm>
#include <optional>
#include <set>

namespace effects {

using syntax::Kind;
using syntax::Node;

namespace {

using Names = std::set<std::string_view>;

bool mentions_any(Node code, const Names& names) {
    return code && std::ranges::any_of(names, [&](std::string_view name) { return mentions(code, name); });
}

// What may be laid out as the tensor of that name is, of the names that the nodes from `begin` on assign: `z` of `z = y
// * 2.0`.
Names laid_out_alike(const function::Facts& facts, std::string_view name, std::uint32_t begin) {
    const Node function = facts.function();
    Names names{name};
    for (std::size_t known = 0; known != names.size();) {
        known = names.size();
        for (std::uint32_t i = begin; i < function.end_index(); ++i) {
            const auto assignment = syntax::as<syntax::Assignment>(function.tree()->node(i));
            if (!assignment || !mentions_any(assignment->value(), names)) continue;
            const Node to = assignment->target();
            for (const Node each : subtree(to))
                if (each.is(Kind::identifier) || each.is(Kind::attribute)) names.insert(each.text());
        }
    }
    return names;
}

}  // namespace

bool asks_for_layout(const function::Facts& facts, Node call) {
    const torch::Row* row = call.is(Kind::call) ? facts.row_of(call) : nullptr;
    return row && row->traits.strided;
}

bool layout_is_asked_for(const function::Facts& facts, Node statement, std::string_view name) {
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

}  // namespace effects
