#include "transforms/scalars/shadows.h"

#include "analysis/effects/escape.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/edit/layout.h"
#include "transforms/edit/splice.h"

#include <algorithm>

// What is written: the assignments of shadows, and expressions of them. Read by shadows.cpp.

namespace transforms::scalars {

using syntax::is_within;
using syntax::Kind;
using syntax::Node;

namespace {

// What makes a tensor asks for nothing that acts: `torch.tensor(n, device=x.device)`.
bool acts(Node call) {
    for (const Node argument : syntax::Call{call}.arguments().children())
        for (const Node node : subtree(argument))
            if (node.is(Kind::call) || node.is(Kind::named_expression) || node.is(Kind::await)) return true;
    return false;
}

}  // namespace

std::string Shadows::text(Node expression) const {
    std::vector<edit::Replacement> replaced;
    for (const Node node : subtree(expression)) {
        if (const Shadow* shadow = shadow_of(node)) replaced.push_back({node.span(), shadow->name});
        const Node read = node.child(syntax::Field::function).child(syntax::Field::object);
        if (read && read_by(node) == read)  // `t.item()`
            replaced.push_back({{read.span().end, node.span().end}, ""});
    }
    std::ranges::sort(replaced, {}, [](const edit::Replacement& each) { return each.span.begin; });
    return edit::with_replaced(expression, replaced);
}

bool Shadows::is_used_elsewhere(const Shadow& shadow, const std::vector<Node>& places) const {
    const auto is_step_of = [](const Shadow& each, Node use) {
        return std::ranges::any_of(each.steps,
                                   [&](const Step& step) { return step.value && is_within(use, step.value); });
    };
    return std::ranges::any_of(facts_->uses_of(*shadow.variable), [&](Node use) {
        return !effects::binds(*shadow.variable, use) &&
               std::ranges::none_of(places, [&](Node place) { return is_within(use, place); }) &&
               std::ranges::none_of(shadows_, [&](const Shadow& each) { return is_step_of(each, use); });
    });
}

void Shadows::settle(const std::vector<Node>& places) {
    for (Shadow& each : shadows_) {
        const bool makes_all =
            each.steps.size() == each.variable->occurrences.size() &&
            std::ranges::none_of(each.steps, [](const Step& step) { return step.made && acts(step.made); });
        each.is_alone = makes_all && !each.variable->captured && !is_used_elsewhere(each, places);
        if (each.is_alone) each.name = each.variable->text;
    }
}

void Shadows::add_edits(const Shadow& shadow, const Step& step, std::vector<edit::Edit>& edits) const {
    const text::Source& source = step.statement.tree()->source();
    const text::Span span = step.statement.span();
    const std::string number = step.number.empty() ? text(step.value) : step.number;
    if (shadow.is_alone) {
        const Node held = step.made ? step.made : step.value;
        if (number != held.text()) edits.push_back({held.span(), number});
        return;
    }
    const std::string line = std::string(source.line_ending()).append(*edit::indentation(source, span));
    edits.push_back({{span.begin, span.begin}, shadow.name + std::string(step.op) + number + line});
    if (step.made && step.value && !step.value.is(Kind::identifier)) edits.push_back({step.value.span(), shadow.name});
}

std::vector<edit::Edit> Shadows::assignments() const {
    std::vector<edit::Edit> edits;
    for (const Shadow& shadow : shadows_)
        for (const Step& step : shadow.steps) add_edits(shadow, step, edits);
    return edits;
}

std::vector<std::string> Shadows::tensors() const {
    std::vector<std::string> all;
    for (const Shadow& each : shadows_) all.push_back("`" + std::string(each.variable->text) + "`");
    return all;
}

std::vector<std::string> Shadows::names() const {
    std::vector<std::string> all;
    for (const Shadow& each : shadows_)
        if (!each.is_alone) all.push_back("`" + each.name + "`");
    return all;
}

std::vector<std::string> Shadows::rounded() const {
    std::vector<std::string> all;
    for (const Shadow& each : shadows_)
        if (each.is_rounded) all.push_back("`" + std::string(each.variable->text) + "`");
    return all;
}

}  // namespace transforms::scalars
