// Selections that a call takes under names of their own, which nothing else reads.
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "transforms/canonical/canonical.h"
#include "transforms/canonical/row_group.h"
#include "transforms/condition/emptiness.h"
#include "transforms/edit/layout.h"
#include "transforms/masks/mask_guards.h"

#include <algorithm>

namespace transforms::canonical {

using function::Facts;
using syntax::Kind;
using syntax::Node;

namespace {

// The call that takes the name among its arguments.
Node call_with(Node name) {
    const Node argument = name.parent().is(Kind::keyword_argument) ? name.parent() : name;
    const Node call = argument.parent().is(Kind::argument_list) ? argument.parent().parent() : Node{};
    return call.is(Kind::call) ? call : Node{};
}

}  // namespace

std::optional<Spelling> moved_selections(const text::Source& source, const Facts& facts, Node asked) {
    const Node read = masks::read_under(facts, asked);
    const auto assignment = syntax::as<syntax::Assignment>(read.parent());
    const names::Binding* variable = assignment ? facts.variable(assignment->target()) : nullptr;
    const Node use = variable && assignment->value() == read ? condition::single_use(facts, *variable) : Node{};
    const Node call = use ? call_with(use) : Node{};
    if (!call) return std::nullopt;
    const std::string_view mask = masks::mask_of(read).text();
    Spelling made{.code = "GM301", .asked = use};
    for (const Node given : syntax::Call{call}.arguments().children()) {
        const Node name = syntax::value_of_argument(given);
        const auto moved =
            name.is(Kind::identifier) ? condition::moved_to(facts, name, syntax::statement_of(call)) : std::nullopt;
        if (!moved || !is_selection(moved->value, mask)) continue;
        const auto line = edit::whole_line(source, moved->statement);
        if (!line) return std::nullopt;
        made.edits.push_back({*line, ""});
        made.edits.push_back({name.span(), std::string(moved->value.text())});
        made.interim.push_back(name);
    }
    std::ranges::sort(made.edits, {}, [](const edit::Edit& each) { return each.span.begin; });
    const bool has_it = std::ranges::find(made.interim, use) != made.interim.end();
    return has_it ? std::optional(std::move(made)) : std::nullopt;
}

}  // namespace transforms::canonical
