#include "transforms/mask_index.h"

#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/existence.h"
#include "transforms/facts.h"
#include "transforms/forms.h"
#include "transforms/sharing.h"
#include "transforms/speculation.h"
#include "transforms/text.h"
#include "transforms/torch_name.h"

namespace transforms {

using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

// `idx = torch.where(mask)`, `out[mask.nonzero(as_tuple=True)]`
struct Site {
    Node call;
    Node mask;
    Node index;  // the variable, or none
};

std::optional<Site> site_of(const Facts& facts, Node operand) {
    const Node call = enclosing(operand, Kind::call);
    const auto places = places_of(facts, call);
    if (!places || !places->tuple) return std::nullopt;
    const auto assignment = syntax::as<syntax::Assignment>(call.parent());
    const bool is_named = assignment && assignment->value() == call && facts.variable(assignment->target());
    if (!is_named && !call.parent().is(Kind::subscript)) return std::nullopt;
    return Site{.call = call, .mask = places->mask, .index = is_named ? assignment->target() : Node{}};
}

bool lasts(const Facts& facts, const names::Binding& variable, Node from, Node to) {
    const auto here = facts.definition(variable, from), there = facts.definition(variable, to);
    return here && there && here->value == there->value;
}

// The tensor that a number is written to under the index, or none.
Node written_under(const Facts& facts, Node index) {
    const Node place = index.parent();
    const auto assignment = place.is(Kind::subscript) ? syntax::as<syntax::Assignment>(place.parent()) : std::nullopt;
    const bool writes = assignment && assignment->target() == place && assignment->value() &&
                        number_of(facts.value(assignment->value())) && syntax::Subscript{place}.indices().size() == 1;
    const Node tensor = place.child(Field::value);
    return writes && facts.variable(tensor) ? tensor : Node{};
}

// The tensor that the places are written to with a number; none if they are used in another way.
Node written_tensor(const Facts& facts, const Site& site) {
    if (!site.index) return written_under(facts, site.call);
    const names::Binding& index = *facts.variable(site.index);
    Node written;
    for (std::uint32_t i = facts.function().index(); i < facts.function().end_index(); ++i) {
        const Node node = facts.function().tree()->node(i);
        if (facts.variable(node) != &index || node == site.index) continue;
        const Node tensor = written_under(facts, node);
        if (!tensor) return {};
        const Node here = syntax::statement_of(site.call), there = syntax::statement_of(tensor);
        if (!lasts(facts, *facts.variable(tensor), here, there) || here.parent() != there.parent()) return {};
        // The mask may be written to, also under another name.
        for (std::uint32_t between = here.end_index(); between < there.index(); ++between)
            if (may_write(facts, here.tree()->node(between))) return {};
        written = tensor;
    }
    return written;
}

// What has to hold so that the mask selects the same places; refuses what cannot be asked.
std::vector<std::string> tests_of(const Facts& facts, const Site& site, Node tensor, const std::string& torch,
                                  Proof& proof) {
    const Node statement = syntax::statement_of(site.call);
    Forms forms(facts, statement, proof);
    const Form mask = forms.of(site.mask), written = forms.of(tensor);
    const bool is_plain = site.mask.is(Kind::identifier) && facts.variable(site.mask);
    const std::string name(site.mask.text());
    std::vector<std::string> tests = proof.conditions();
    if (!mask.is_tensor() || !written.is_tensor() || (!is_plain && (!mask.is_bool() || mask.shape != written.shape))) {
        proof.refuse(quoted(site.mask) + " may be no mask, or have another shape than `" + std::string(tensor.text()) +
                     "`");
        return tests;
    }
    if (!mask.is_bool()) tests.push_back(name + ".dtype == " + torch + ".bool");
    if (mask.shape != written.shape) tests.push_back(name + ".shape == " + std::string(tensor.text()) + ".shape");
    tests.push_back(std::string(tensor.text()) + ".dim() > 0");
    return tests;
}

}  // namespace

Proposal propose_mask_index(const analysis::Analysis& analysis, const rules::Finding& finding) {
    const Node operand = operand_of(analysis, finding);
    if (!operand) return {};
    const Facts facts(*analysis.program(), syntax::function_of(operand));
    const auto site = site_of(facts, operand);
    if (!site) return {};
    const Node tensor = written_tensor(facts, *site);
    if (!tensor)
        return declined(quoted(site->index ? site->index : site->call) + " is used for more than to write one number");
    const auto torch = torch_name(facts.program(), facts.function());
    if (!torch) return declined(no_torch_name);
    Proof proof;
    const std::vector<std::string> tests = tests_of(facts, *site, tensor, std::string(*torch), proof);
    if (proof.refused()) return {.fixes = {}, .declined = proof.unproven()};
    const std::string text =
        on_one_line(site->mask, {}) + " if " + joined(tests, " and ") + " else " + on_one_line(site->call, {});
    return {.fixes = {{.rewrite = "mask-index",
                       .title = "write under the mask itself",
                       .safety = Safety::safe,
                       .assumes = {},
                       .needs = {},
                       .edits = {{site->call.span(), text}},
                       .tests = tests.size()}},
            .declined = std::nullopt};
}

}  // namespace transforms
