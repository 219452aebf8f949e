#include "transforms/scalars/shadows.h"

#include "analysis/effects/escape.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/edit/layout.h"
#include "transforms/edit/quote.h"
#include "transforms/edit/splice.h"
#include "transforms/edit/words.h"

#include <algorithm>

// What is written: the assignments of shadows, and expressions of them; and what is assumed. Read by shadows.cpp.

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

std::string Shadows::number_of(const Step& step) const {
    if (!step.number.empty()) return step.number;
    const std::string number = text(step.value);
    if (!step.converts) return number;
    const bool is_literal = std::ranges::all_of(number, [](char each) { return each >= '0' && each <= '9'; });
    return is_literal ? number + ".0" : "float(" + number + ")";
}

void Shadows::add_edits(const Shadow& shadow, const Step& step, std::vector<edit::Edit>& edits) const {
    const text::Source& source = step.statement.tree()->source();
    const text::Span span = step.statement.span();
    const std::string number = number_of(step);
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

// A tensor that the expression reads was made of the source, by way of others.
bool Shadows::comes_from(Node expression, const Shadow& source, std::vector<const Shadow*>& seen) const {
    return std::ranges::any_of(subtree(expression), [&](Node node) {
        const Shadow* read = shadow_of(node);
        if (!read || std::ranges::find(seen, read) != seen.end()) return false;
        seen.push_back(read);
        return read == &source || std::ranges::any_of(read->steps, [&](const Step& step) {
                   return step.value && comes_from(step.value, source, seen);
               });
    });
}

// `seed = seed * 31 + n`, and `c = a + b` of what both came from c: a few rounds later no int64 holds it.
bool Shadows::grows(const Shadow& shadow, const Step& step) const {
    const bool loops = static_cast<bool>(syntax::innermost_loop(step.statement));
    const auto is_own = [&](Node operand) {
        std::vector<const Shadow*> seen;
        return comes_from(operand, shadow, seen);
    };
    const auto is_small = [](Node factor) { return factor.is(Kind::integer) && factor.text().size() < 4; };
    const auto may_wrap = [&](syntax::Op op, Node left, bool left_is_own, Node right) {
        const bool right_is_own = is_own(right);
        if (op == syntax::Op::mul)
            return (left_is_own || right_is_own) && (loops || (!is_small(left) && !is_small(right)));
        return (op == syntax::Op::add || op == syntax::Op::sub) && left_is_own && right_is_own && loops;
    };
    if (const auto change = syntax::as<syntax::AugmentedAssignment>(step.statement.first_child());
        change && may_wrap(change->op(), change->target(), true, step.value))
        return true;
    return step.value && std::ranges::any_of(subtree(step.value), [&](Node node) {
               if (!node.is(Kind::binary_operator) || values::category(facts_->value(node)) == torch::Dtype::floating)
                   return false;
               const syntax::Binary made{node};
               return may_wrap(syntax::operator_of(node), made.left(), is_own(made.left()), made.right());
           });
}

std::vector<std::string> Shadows::rounded() const {
    std::vector<std::string> all;
    for (const Shadow& each : shadows_)
        if (each.is_rounded) all.push_back("`" + std::string(each.variable->text) + "`");
    for (const Node node : roundings_) {
        const auto speaks_for = [&](const Shadow& each) {
            const auto holds = [&](const Step& step) { return is_within(node, step.statement); };
            const auto is_read = [&](Node part) { return shadow_of(part) == &each; };
            return each.is_rounded &&
                   (std::ranges::any_of(each.steps, holds) || std::ranges::any_of(subtree(node), is_read));
        };
        if (std::ranges::any_of(shadows_, speaks_for)) continue;
        if (std::string text = edit::quoted(node); std::ranges::find(all, text) == all.end())
            all.push_back(std::move(text));
    }
    return all;
}

std::vector<std::string> Shadows::assumptions() const {
    std::vector<std::string> all, grown;
    for (const Shadow& each : shadows_) {
        const auto may_wrap = [&](const Step& step) { return grows(each, step); };
        const auto floats = [&](const names::Occurrence& occurrence) {
            return values::category(facts_->value(occurrence.node)) == torch::Dtype::floating;
        };
        if (std::ranges::any_of(each.steps, may_wrap) && std::ranges::none_of(each.variable->occurrences, floats))
            grown.push_back("`" + std::string(each.variable->text) + "`");
    }
    if (!grown.empty())
        all.push_back(edit::joined(grown, " and ") + (grown.size() == 1 ? " stays" : " stay") + " within 64 bits");
    if (const auto names = rounded(); !names.empty())
        all.push_back("nothing depends on how " + edit::joined(names, " and ") +
                      (names.size() == 1 ? " is rounded" : " are rounded"));
    return all;
}

}  // namespace transforms::scalars
