// What is done with each of the rows that a mask selects may be done with all rows, before they are selected: f(x)[m]
// is f(x[m]) (analysis/effects/row_wise.h).
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "transforms/canonical/canonical.h"
#include "transforms/canonical/row_group.h"
#include "transforms/edit/emitted_names.h"
#include "transforms/edit/layout.h"
#include "transforms/masks/mask_guards.h"

namespace transforms::canonical {

using function::Facts;
using syntax::Kind;
using syntax::Node;

namespace {

std::optional<Spelling> respelled(const text::Source& source, const Facts& facts, Node asked, bool all) {
    const Node read = masks::read_under(facts, asked);
    const Node mask = read ? masks::mask_of(read) : Node{};
    if (!mask || facts.value(mask).dtype != torch::Dtype::boolean || !is_selection(read, mask.text()))
        return std::nullopt;
    RowGroup rows(facts, read);
    if (!rows.fits() || (all && !rows.join_others()) || rows.look_single()) return std::nullopt;
    auto edits = rows.edits(source);
    if (!edits) return std::nullopt;
    return Spelling{.edits = std::move(*edits),
                    .code = "GM301",
                    .asked = rows.wholes().front(),
                    .assumes = rows.assumptions(),
                    .interim = rows.wholes()};
}

}  // namespace

// `a[m], b[m] = f(x[m])` -> `all_a, all_b = f(x[m])`, `a[m] = all_a`, `b[m] = all_b`
std::optional<Spelling> stored_apart(const text::Source& source, const Facts& facts, Node asked) {
    const Node read = masks::read_under(facts, asked), statement = syntax::statement_of(read);
    const auto assignment = syntax::as<syntax::Assignment>(statement ? statement.first_child() : Node{});
    const auto layout = assignment ? edit::indentation(source, statement.span()) : std::nullopt;
    if (!layout || !assignment->value().is(Kind::call) || !syntax::is_within(read, assignment->value()))
        return std::nullopt;
    const std::vector<Node> targets = syntax::elements_of(assignment->target());
    std::string names, stores;
    for (const Node each : targets) {
        const auto place = syntax::as<syntax::Subscript>(each);
        if (!place || !place->object().is(Kind::identifier) || place->indices().size() != 1) return std::nullopt;
        if (place->indices().front().text() != masks::mask_of(read).text()) return std::nullopt;
        const std::string name =
            edit::unused_name(facts.program().names(), "all_" + std::string(place->object().text()));
        names += (names.empty() ? "" : ", ") + name;
        stores.append(source.line_ending()).append(*layout).append(each.text()).append(" = ").append(name);
    }
    const std::uint32_t end = statement.span().end;
    if (targets.size() < 2) return std::nullopt;
    return Spelling{.edits = {{assignment->target().span(), names}, {{end, end}, stores}}};
}

std::optional<Spelling> selected_rows(const text::Source& source, const Facts& facts, Node asked) {
    return respelled(source, facts, asked, false);
}

std::optional<Spelling> all_selected_rows(const text::Source& source, const Facts& facts, Node asked) {
    return respelled(source, facts, asked, true);
}

}  // namespace transforms::canonical
