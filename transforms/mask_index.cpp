#include "transforms/mask_index.h"

#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/facts.h"
#include "transforms/sharing.h"
#include "transforms/speculation.h"
#include "transforms/torch_name.h"

namespace transforms {

using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

// `idx = torch.where(mask)`
struct Site {
    Node call;
    Node mask;
    Node index;
};

std::optional<Site> site_of(const Facts& facts, Node operand) {
    const Node call = enclosing(operand, Kind::call);
    const auto assignment = syntax::as<syntax::Assignment>(call.parent());
    if (!assignment || !facts.variable(assignment->target())) return std::nullopt;
    const torch::Row* row = facts.row_of(call);
    const Node argument = syntax::Call{call}.arguments().first_child();
    const bool places = row && row->gives == torch::Gives::tensors && row->when == torch::When::single_argument &&
                        argument.is(Kind::identifier) && !argument.next_sibling() && facts.variable(argument);
    return places ? std::optional(Site{.call = call, .mask = argument, .index = assignment->target()}) : std::nullopt;
}

bool lasts(const Facts& facts, const names::Binding& variable, Node from, Node to) {
    const auto here = facts.definition(variable, from), there = facts.definition(variable, to);
    return here && there && here->value == there->value;
}

// The tensor that the places are written to with a number; none if they are used in another way.
Node written_tensor(const Facts& facts, const Site& site) {
    const names::Binding& index = *facts.variable(site.index);
    Node written;
    for (std::uint32_t i = facts.function().index(); i < facts.function().end_index(); ++i) {
        const Node node = facts.function().tree()->node(i);
        if (facts.variable(node) != &index || node == site.index) continue;
        const Node place = node.parent();
        const auto assignment = place.is(Kind::subscript) ? syntax::as<syntax::Assignment>(place.parent()) : std::nullopt;
        const bool writes = assignment && assignment->target() == place && assignment->value() &&
                            number_of(facts.value(assignment->value())) && syntax::Subscript{place}.indices().size() == 1;
        const Node tensor = place.child(Field::value);
        if (!writes || !facts.variable(tensor)) return {};
        const Node here = syntax::statement_of(site.call), there = syntax::statement_of(place);
        if (!lasts(facts, *facts.variable(tensor), here, there) || here.parent() != there.parent()) return {};
        // The mask may be written to, also under another name.
        for (std::uint32_t between = here.end_index(); between < there.index(); ++between)
            if (may_write(facts, here.tree()->node(between))) return {};
        written = tensor;
    }
    return written;
}

}  // namespace

Proposal propose_mask_index(const analysis::Analysis& analysis, const rules::Finding& finding) {
    const Node operand = operand_of(analysis, finding);
    if (!operand) return {};
    const Facts facts(*analysis.program(), syntax::function_of(operand));
    const auto site = site_of(facts, operand);
    if (!site) return {};
    const Node tensor = written_tensor(facts, *site);
    if (!tensor) return declined(quoted(site->index) + " is used for more than to write one number");
    const auto torch = torch_name(facts.program(), facts.function());
    if (!torch) return declined(no_torch_name);
    const std::string mask(site->mask.text()), written(tensor.text());
    const std::string test = mask + ".dtype == " + std::string(*torch) + ".bool and " + mask + ".shape == " + written + ".shape and " +
                             mask + ".dim() > 0";
    return {.fixes = {{.rewrite = "mask-index",
                       .title = "write under the mask itself",
                       .safety = Safety::safe,
                       .assumes = {},
                       .needs = {},
                       .edits = {{site->call.span(), mask + " if " + test + " else " + std::string(site->call.text())}},
                       .tests = 3}},
            .declined = std::nullopt};
}

}  // namespace transforms
