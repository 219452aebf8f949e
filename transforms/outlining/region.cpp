#include "transforms/outlining/region.h"

#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/edit/layout.h"

#include <algorithm>
#include <array>
#include <set>

namespace transforms::outlining {

using function::Facts;
using syntax::Kind;
using syntax::Node;

namespace {

constexpr std::array leaves{Kind::return_statement,
                            Kind::yield,
                            Kind::await,
                            Kind::delete_statement,
                            Kind::class_definition,
                            Kind::import_statement,
                            Kind::import_from_statement,
                            Kind::global_statement,
                            Kind::nonlocal_statement};

// `break` and `continue` of a loop around the statement.
bool jumps_out(Node node, Node statement) {
    if (!node.is(Kind::break_statement) && !node.is(Kind::continue_statement)) return false;
    for (Node at = node; at != statement; at = at.parent())
        if (syntax::is_loop(at.parent()) && syntax::is_within(at.parent(), statement)) return false;
    return true;
}

// What it binds belongs to another scope: `global count`.
bool binds_elsewhere(const Facts& facts, Node node) {
    return node.is(Kind::identifier) && syntax::is_target(node) && !facts.variable(node) &&
           facts.program().names().scope_at(node) == &facts.scope();
}

// A function or lambda, which may run later, sees the variable; behind the region it may be another one.
bool is_seen_later(const names::Binding& variable, const Region& region) {
    return variable.rebound_inside ||
           (variable.captured && std::ranges::any_of(variable.occurrences, [&](const names::Occurrence& each) {
                return each.node.index() >= region.last.end_index();
            }));
}

bool is_read_outside(const Facts& facts, const names::Binding& variable, const Region& region) {
    const auto& uses = facts.uses_of(variable);
    return std::ranges::any_of(uses, [&](Node each) { return !holds(region, each); });
}

// Assigned in any case, unless a `with` swallows an exception: then it is missing behind the region, too.
bool is_given(const names::Binding& variable, const Region& region) {
    return std::ranges::any_of(variable.occurrences, [&](const names::Occurrence& each) {
        if (!holds(region, each.node) || each.kind != names::BindingKind::assignment) return false;
        Node at = syntax::statement_of(each.node);
        while (at.parent() != region.first.parent() && at.parent().parent().is(Kind::with_statement))
            at = at.parent().parent();
        return at.parent() == region.first.parent();
    });
}

std::vector<syntax::Parameter> in_order(const Facts& facts, const std::vector<const names::Binding*>& inputs) {
    std::vector<syntax::Parameter> ordered;
    const std::vector<syntax::Parameter> parameters = syntax::parameters_of(facts.function());
    const auto is_input = [&](std::string_view name) {
        return std::ranges::find(inputs, name, &names::Binding::text) != inputs.end();
    };
    for (const syntax::Parameter& each : parameters)
        if (is_input(each.name.text())) ordered.push_back(each);
    for (const names::Binding* each : inputs) {
        const auto is_it = [&](const syntax::Parameter& known) { return known.name.text() == each->text; };
        if (std::ranges::none_of(ordered, is_it))
            ordered.push_back({.node = each->occurrences.front().node, .name = each->occurrences.front().node});
    }
    return ordered;
}

}  // namespace

bool holds(const Region& region, Node node) {
    const auto is_in = [&](Node statement) { return syntax::is_within(node, statement); };
    return region.first.index() <= node.index() && node.index() < region.last.end_index() &&
           std::ranges::none_of(region.moved, is_in);
}

bool is_bound_in(const names::Binding& variable, const Region& region) {
    return std::ranges::any_of(variable.occurrences,
                               [&](const names::Occurrence& each) { return holds(region, each.node); });
}

bool mentions(const Facts& facts, Node code, const names::Binding& variable) {
    return std::ranges::any_of(facts.uses_of(variable), [&](Node use) { return code && syntax::is_within(use, code); });
}

bool may_be_outlined(const Facts& facts, Node statement) {
    return std::ranges::none_of(subtree(statement), [&](Node node) {
        const bool is_own = syntax::function_of(node) == facts.function();
        return is_own && (std::ranges::find(leaves, node.kind()) != leaves.end() || jumps_out(node, statement) ||
                          binds_elsewhere(facts, node));
    });
}

std::optional<Region> completed(const Facts& facts, Region region) {
    const Node behind = region.last.next_sibling();
    if (!behind || facts.shows_all_variables()) return std::nullopt;
    std::vector<const names::Binding*> inputs;
    std::set<const names::Binding*> known;
    for (const Node node : syntax::Nodes(region.first.tree(), region.first.index(), region.last.end_index())) {
        const names::Binding* variable =
            node.is(Kind::identifier) && holds(region, node) ? facts.variable(node) : nullptr;
        if (!variable || !known.insert(variable).second) continue;
        if (is_seen_later(*variable, region)) return std::nullopt;
        const bool given = is_given(*variable, region);
        const bool comes_in = facts.must_defined().before(region.first, variable->text);
        if (!comes_in && !given && facts.liveness().before(region.first, variable->text)) return std::nullopt;
        if (comes_in && facts.liveness().before(region.first, variable->text)) inputs.push_back(variable);
        if (!is_bound_in(*variable, region) || !is_read_outside(facts, *variable, region)) continue;
        if (!facts.liveness().before(behind, variable->text)) continue;
        if (!facts.must_defined().before(behind, variable->text) && !given) return std::nullopt;
        region.outputs.push_back(variable);
    }
    region.inputs = in_order(facts, inputs);
    return region;
}

std::string body_of(const text::Source& source, const Region& region, std::string_view indentation) {
    const std::string_view from = *edit::indentation(source, region.first.span());
    const std::uint32_t end = edit::end_of_line(source, region.last.span().end);
    std::string text;
    for (std::uint32_t line = source.line_at(region.first.span().begin);
         line < source.line_count() && source.line(line).begin < end; ++line) {
        const text::Span span = source.line(line);
        const auto is_in = [&](Node each) {
            return each.span().begin < span.end && span.begin < edit::end_of_line(source, each.span().end);
        };
        if (std::ranges::any_of(region.moved, is_in)) continue;
        const std::string_view code = source.text(span);
        const bool shifts = code.starts_with(from) && !edit::is_in_string(region.first.tree()->at(span.begin));
        if (shifts && code.size() > from.size())
            text.append(indentation).append(code.substr(from.size()));
        else
            text.append(code);
        text.append(source.line_ending());
    }
    return text;
}

}  // namespace transforms::outlining
