#include "analysis/effects/escape.h"
#include "analysis/function/argument.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/canonical/canonical.h"
#include "transforms/canonical/if_statement.h"
#include "transforms/condition/static_conjuncts.h"
#include "transforms/edit/layout.h"

#include <algorithm>

namespace transforms::canonical {

using edit::Edit;
using function::Facts;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

using Edits = std::vector<Edit>;

// `a = b = x` as two statements.
std::optional<Edits> split_targets(const text::Source& source, Node statement) {
    const auto outer = syntax::as<syntax::Assignment>(statement.first_child());
    const auto inner = outer ? syntax::as<syntax::Assignment>(outer->value()) : std::nullopt;
    if (!inner) return Edits{};
    const auto indentation = edit::indentation(source, statement.span());
    const bool fits = indentation && edit::ends_line(source, statement.span()) && !inner->annotation() &&
                      outer->target().is(Kind::identifier) && inner->target().is(Kind::identifier) &&
                      !inner->value().is(Kind::assignment);
    if (!fits) return std::nullopt;
    const std::string first(outer->target().text()), second(inner->target().text());
    const std::uint32_t end = statement.span().end;
    return Edits{{{inner->target().span().begin, inner->value().span().begin}, ""},
                 {{end, end}, std::string(source.line_ending()).append(*indentation).append(second + " = " + first)}};
}

// `del y`: it frees memory, and no more, as nobody reads the name behind the branch. Not alone in its arm.
std::optional<Edits> without_del(const text::Source& source, const Facts& facts, Node statement) {
    const auto indentation = edit::indentation(source, statement.span());
    const Node name = statement.first_child();
    const bool is_alone = statement.parent().first_child() == statement && !statement.next_sibling();
    if (!indentation || is_alone || !name.is(Kind::identifier) || name.next_sibling()) return std::nullopt;
    if (facts.liveness().after(statement.parent().parent(), name.text())) return std::nullopt;
    const std::uint32_t line = source.line_at(statement.span().begin);
    const bool ends = source.line(line).end == statement.span().end && line > 0;
    return ends ? std::optional(Edits{{{source.line(line - 1).end, statement.span().end}, ""}}) : std::nullopt;
}

// `y = F.relu(y, inplace=True)`, or the call alone, of a tensor that only `y` refers to -> `y = F.relu(y)`.
std::optional<Edits> without_inplace(const Facts& facts, Node statement) {
    const auto assignment = syntax::as<syntax::Assignment>(statement.first_child());
    const Node call = assignment ? assignment->value() : statement.first_child();
    if (!statement.is(Kind::expression_statement) || !call.is(Kind::call) || !function::writes_argument(facts, call))
        return Edits{};
    const Node tensor = syntax::Call{call}.arguments().first_child();
    Node before = tensor;  // the option
    while (before.next_sibling() && !before.next_sibling().text().starts_with("inplace"))
        before = before.next_sibling();
    const names::Binding* variable = facts.variable(tensor);
    const bool is_other = assignment && facts.variable(assignment->target()) != variable;
    if (!before.next_sibling() || !variable || is_other || !effects::is_only_reference(facts, *variable, statement))
        return std::nullopt;
    Edits made{{{before.span().end, before.next_sibling().span().end}, ""}};
    const std::uint32_t begin = statement.span().begin;
    if (!assignment) made.insert(made.begin(), {{begin, begin}, std::string(tensor.text()) + " = "});
    return made;
}

// What a tensor is asked for that its data does not decide: `x.dtype`, `x.device`.
bool is_description(const Facts& facts, Node value) {
    const bool is_read = value.is(Kind::attribute) && facts.variable(value.child(Field::object));
    const torch::Row* row = is_read ? facts.member_of_tensors(value.child(Field::attribute).text()) : nullptr;
    const values::Value object = facts.value(value.child(Field::object));
    return row && (row->gives == torch::Gives::constant || row->gives == torch::Gives::shape) &&
           (object.is_tensor() || object.is(values::Kind::unknown));
}

// `dtype = x.dtype`, which only the next statement reads, once: it asks itself.
std::optional<Edits> without_name(const text::Source& source, const Facts& facts, Node statement) {
    const auto assignment = syntax::as<syntax::Assignment>(statement.first_child());
    const Node next = statement.next_sibling();
    const names::Binding* variable = assignment && next ? facts.variable(assignment->target()) : nullptr;
    const bool is_simple = next.is(Kind::expression_statement) || next.is(Kind::return_statement);
    if (!variable || variable->captured || !is_simple || !is_description(facts, assignment->value()))
        return std::nullopt;
    Node read;
    for (const Node use : facts.uses_of(*variable)) {
        if (effects::binds(*variable, use) && use == assignment->target()) continue;
        if (read || effects::binds(*variable, use) || !syntax::is_within(use, next)) return std::nullopt;
        read = use;
    }
    const text::Span gap{statement.span().end, next.span().begin};
    if (!read || source.text(gap).find('#') != std::string_view::npos) return std::nullopt;
    return Edits{{{statement.span().begin, gap.end}, ""}, {read.span(), std::string(assignment->value().text())}};
}

// `y = a`, and nothing else.
std::optional<syntax::Assignment> only_assignment(Node block) {
    const Node first = block.first_child();
    const bool is_one = first.is(Kind::expression_statement) && !first.next_sibling();
    const auto made = is_one ? syntax::as<syntax::Assignment>(first.first_child()) : std::nullopt;
    const bool fits = made && !made->annotation() && made->target().is(Kind::identifier) &&
                      !made->value().is(Kind::assignment) && !made->value().is(Kind::expression_list);
    return fits ? made : std::nullopt;
}

std::string operand(Node value) {
    const bool is_loose = value.is(Kind::lambda) || value.is(Kind::conditional_expression);
    return is_loose ? "(" + std::string(value.text()) + ")" : std::string(value.text());
}

// `if self.training: y = a` `else: y = b` -> `y = a if self.training else b`
std::optional<Edits> as_expression(const text::Source& source, const Facts& facts, Node statement) {
    const syntax::If branch{statement};
    const std::vector<Node> others = branch.alternatives();
    const bool is_known = condition::is_fixed(facts, branch.condition());
    const bool has_comment = source.text(statement.span()).find('#') != std::string_view::npos;
    if (!is_known || has_comment || others.size() > 1) return std::nullopt;
    const auto then = only_assignment(branch.body());
    const auto otherwise = others.empty() ? std::nullopt : only_assignment(arms_of(branch).back());
    if (!then || (!others.empty() && (!others.front().is(Kind::else_clause) || !otherwise))) return std::nullopt;
    const std::string name(then->target().text());
    if (otherwise && otherwise->target().text() != name) return std::nullopt;
    std::string made = name + " = " + operand(then->value()) + " if " + operand(branch.condition()) + " else ";
    made += otherwise ? operand(otherwise->value()) : name;
    return Edits{{statement.span(), std::move(made)}};
}

// Nothing if the statement is no assignment and cannot be made one.
std::optional<Edits> as_assignments(const text::Source& source, const Facts& facts, Node statement) {
    switch (statement.kind()) {
        case Kind::delete_statement: return without_del(source, facts, statement);
        case Kind::if_statement: return as_expression(source, facts, statement);
        default: break;
    }
    if (auto shorter = without_name(source, facts, statement)) return shorter;
    auto made = without_inplace(facts, statement);
    return made && made->empty() ? split_targets(source, statement) : made;
}

}  // namespace

std::optional<Spelling> plain_arms(const text::Source& source, const Facts& facts, Node asked) {
    const auto whole = branch_of(asked);
    if (!whole) return std::nullopt;
    Spelling made;
    for (const Node block : arms_of(*whole))
        for (const Node statement : block.children()) {
            const auto edits = as_assignments(source, facts, statement);
            if (!edits) return std::nullopt;
            made.edits.insert(made.edits.end(), edits->begin(), edits->end());
        }
    return made.edits.empty() ? std::nullopt : std::optional(made);
}

}  // namespace transforms::canonical
