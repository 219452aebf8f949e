#include "transforms/masks/nonzero_index.h"

#include "analysis/effects/escape.h"
#include "analysis/function/function_facts.h"
#include "analysis/function/literals.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/condition/emptiness.h"
#include "transforms/edit/comments.h"
#include "transforms/edit/emitted_names.h"
#include "transforms/edit/quote.h"
#include "transforms/edit/splice.h"
#include "transforms/edit/versioning.h"
#include "transforms/findings.h"
#include "transforms/forms.h"
#include "transforms/metadata/inference.h"
#include "transforms/metadata/shape_guards.h"
#include "transforms/proof/guard.h"

#include <array>

namespace transforms::masks {

using edit::Edit;
using edit::on_one_line;
using function::Facts;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

// `idx = torch.where(mask)`, `out[mask.nonzero(as_tuple=True)]`, `rows, columns = torch.where(mask)`
struct Site {
    Node call;
    Node mask;
    Node index;                 // the variable, or none
    std::vector<Node> indices;  // the variables, one for each dimension
};

std::optional<Site> site_of(const Facts& facts, Node operand) {
    const Node call = enclosing(operand, Kind::call);
    const auto places = condition::places_of(facts, call);
    if (!places || !places->tuple) return std::nullopt;
    const auto assignment = syntax::as<syntax::Assignment>(call.parent());
    const bool is_assigned = assignment && assignment->value() == call;
    const bool is_named = is_assigned && facts.variable(assignment->target());
    Site site{.call = call, .mask = places->mask, .index = is_named ? assignment->target() : Node{}, .indices = {}};
    if (is_assigned && !is_named) site.indices = syntax::elements_of(assignment->target());
    for (const Node each : site.indices)
        if (!facts.variable(each)) return std::nullopt;
    const bool is_known = is_named || !site.indices.empty() || call.parent().is(Kind::subscript);
    return is_known ? std::optional(std::move(site)) : std::nullopt;
}

// The tensor that a number is written to under the index, or none.
Node written_under(const Facts& facts, Node index) {
    const Node place = index.parent();
    const auto assignment = place.is(Kind::subscript) ? syntax::as<syntax::Assignment>(place.parent()) : std::nullopt;
    const bool writes = assignment && assignment->target() == place && assignment->value() &&
                        function::number_of(facts.value(assignment->value())) &&
                        syntax::Subscript{place}.indices().size() == 1;
    const Node tensor = place.child(Field::value);
    return writes && facts.variable(tensor) ? tensor : Node{};
}

// The tensor that the places are written to with a number; none if they are used in another way.
Node written_tensor(const Facts& facts, const Site& site) {
    if (!site.index) return written_under(facts, site.call);
    const names::Binding& index = *facts.variable(site.index);
    Node written;
    for (const Node node : facts.uses_of(index)) {
        if (node == site.index) continue;
        const Node tensor = written_under(facts, node);
        if (!tensor) return {};
        const Node here = syntax::statement_of(site.call), there = syntax::statement_of(tensor);
        if (!facts.holds_the_same(*facts.variable(tensor), here, there) || here.parent() != there.parent()) return {};
        // The mask may be written to, also under another name.
        for (const Node part : between(here, there))
            if (effects::may_write(facts, part)) return {};
        written = tensor;
    }
    return written;
}

// The same of `out[rows, columns] = 0.0`, or `+= 1.0`, right behind, which is all that is done with the names.
Node written_behind(const Facts& facts, const Site& site) {
    const Node statement = syntax::statement_of(site.call), behind = statement.next_sibling();
    const Node assigned = behind.is(Kind::expression_statement) ? behind.first_child() : Node{};
    const Node place = assigned ? assigned.child(Field::left) : Node{};
    const bool writes = assigned.is(Kind::assignment) || assigned.is(Kind::augmented_assignment);
    if (!writes || !function::number_of(facts.value(assigned.child(Field::right)))) return {};
    if (site.call.parent() != statement.first_child() || facts.shows_all_variables()) return {};
    const std::vector<Node> used = syntax::Subscript{place}.indices();
    if (used.size() != site.indices.size()) return {};
    for (std::size_t i = 0; i < site.indices.size(); ++i) {
        const names::Binding& variable = *facts.variable(site.indices[i]);
        if (condition::single_use(facts, variable) != used[i]) return {};
    }
    const Node tensor = place.child(Field::value);
    return facts.variable(tensor) ? tensor : Node{};
}

// A variable of the shape of the mask: `usage` of `usage < 0.4`; or none.
Node variable_like(const Facts& facts, metadata::Forms& forms, Node mask) {
    const operations::Form whole = forms.of(mask);
    for (const Node part : subtree(mask)) {
        if (!part.is(Kind::identifier) || !facts.variable(part)) continue;
        if (const operations::Form form = forms.of(part); form.is_tensor() && form.shape == whole.shape) return part;
    }
    return {};
}

// What has to hold so that the mask selects the same places: all of the tensor, or, where the mask has less dimensions,
// all that is behind these. Refuses what cannot be asked.
proof::Guards tests_of(const Facts& facts, const Site& site, Node tensor, const std::string& torch,
                       proof::Proof& proof) {
    const Node statement = syntax::statement_of(site.call);
    metadata::Forms forms(facts, statement, proof);
    const operations::Form mask = forms.of(site.mask), written = forms.of(tensor);
    const bool is_plain = site.mask.is(Kind::identifier) && facts.variable(site.mask);
    const bool is_mask = mask.is_tensor() && written.is_tensor() && (is_plain || mask.is_bool());
    Node like = mask.shape == written.shape ? tensor : variable_like(facts, forms, site.mask);
    if (!like && is_mask && metadata::ShapeTests(facts, forms, proof).same_shape(site.mask, mask, tensor, written))
        like = tensor;
    const bool fits = is_mask && like;
    proof::Guards tests = proof.guards();
    if (!fits) {
        proof.refuse(edit::quoted(site.mask) + " may be no mask, or have another shape than `" +
                     std::string(tensor.text()) + "`");
        return tests;
    }
    // `out[mask] += 1.0` is not the end of it: `masked-write` goes on where it knows of the mask.
    if (!mask.is_bool() && syntax::statement_of(tensor).first_child().is(Kind::augmented_assignment))
        proof.refuse(edit::quoted(site.mask) + " may be no mask");
    if (!mask.is_bool()) tests.push_back(proof::is_mask(site.mask.text(), torch));
    const std::string name(like.text()), dimensions = name + ".dim()", count = std::to_string(site.indices.size());
    const std::string first = site.indices.empty() ? " " + dimensions : count;
    if (like != tensor) tests.push_back(proof::same_shape(name, tensor.text(), "[:" + first + "]"));
    const int rank = static_cast<int>(site.indices.size());
    tests.push_back(rank == 0 ? proof::rank_above(name, 0) : proof::rank_is(name, rank));
    return tests;
}

// `index = mask if TESTS else mask.nonzero()`
std::vector<Edit> chosen(const Site& site, const edit::Tests& tests) {
    return {edit::in_versions(site.call, tests, on_one_line(site.mask, {}))};
}

// `out[mask] = 0.0` of `out[rows, cols] = 0.0`
std::string write_under_mask(const Site& site, Node tensor) {
    const std::vector<Node> used = syntax::Subscript{tensor.parent()}.indices();
    const text::Span places{used.front().span().begin, used.back().span().end};
    return on_one_line(syntax::statement_of(tensor).first_child(),
                       {{.span = places, .text = on_one_line(syntax::unparenthesized(site.mask), {})}});
}

// The line, and what the program does where the tests do not hold.
std::optional<std::vector<Edit>> unpacked(const text::Source& source, const Site& site, Node tensor, std::string line,
                                          const edit::Tests& tests) {
    const std::array statements{syntax::statement_of(site.call), syntax::statement_of(tensor)};
    if (!tests.empty()) return edit::in_versions(source, statements, tests, {std::move(line)});
    const auto lines = edit::removable(source, statements.front());
    if (!lines) return std::nullopt;
    return std::vector<Edit>{{*lines, ""}, {statements.back().first_child().span(), std::move(line)}};
}

}  // namespace

Proposal propose_mask_index(Study& study, const rules::Finding& finding) {
    const analysis::Analysis& analysis = study.analysis();
    const Node operand = operand_of(analysis, finding);
    if (!operand) return {};
    const Facts& facts = study.facts(syntax::function_of(operand));
    const auto site = site_of(facts, operand);
    if (!site) return {};
    const Node tensor = site->indices.empty() ? written_tensor(facts, *site) : written_behind(facts, *site);
    if (!tensor)
        return declined(edit::quoted(site->index ? site->index : site->call) +
                        " is used for more than to write one number");
    const auto torch = edit::torch_name(facts.program().names(), facts.function());
    if (!torch) return declined(edit::no_torch_name);
    proof::Proof proof;
    const proof::Guards tests = tests_of(facts, *site, tensor, std::string(*torch), proof);
    if (proof.refused()) return declined(*proof.unproven());
    const std::string line = site->indices.empty() ? "" : write_under_mask(*site, tensor);
    if (edit::is_old_version(site->call, proof::codes(tests), line))
        return declined("this is what the test in front of it leaves");
    const Rewriting rewriting{
        .name = "mask-index", .title = "write under the mask itself", .guards = tests, .torch = std::string(*torch)};
    auto fixes = in_forms(rewriting, [&](const proof::Guards& guards) {
        const edit::Tests codes = proof::codes(guards);
        return site->indices.empty() ? std::optional(chosen(*site, codes))
                                     : unpacked(analysis.source(), *site, tensor, line, codes);
    });
    if (fixes.empty()) return declined("the assignment shares its line");
    return {.fixes = std::move(fixes)};
}

}  // namespace transforms::masks
