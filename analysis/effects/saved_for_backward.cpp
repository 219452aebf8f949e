#include "analysis/effects/saved_for_backward.h"

#include "analysis/effects/clobber.h"
#include "analysis/effects/escape.h"
#include "analysis/function/in_place_update.h"
#include "analysis/operations/arithmetic.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"

#include <algorithm>
#include <vector>

namespace effects {

using function::Facts;
using syntax::Kind;

namespace {

// `y * w`, `y.matmul(w)`, `f(y, w)` around y
syntax::Node operation_on(syntax::Node read) {
    syntax::Node node = read.parent();
    while (node.parent() && !node.is(Kind::binary_operator) && !node.is(Kind::call) &&
           !node.is(Kind::augmented_assignment) && !syntax::is_statement(node.kind()))
        node = node.parent();
    return node;
}

bool only_decides(syntax::Node read, syntax::Node statement) {
    const syntax::Node condition = statement.child(syntax::Field::condition);
    return condition && syntax::is_within(read, condition);
}

// An update keeps what it leaves, `y.relu_()`, and another one behind it writes to that.
bool is_written_again(const Facts& facts, syntax::Node written, const names::Binding& variable, syntax::Node loop,
                      std::uint32_t until) {
    std::vector<syntax::Node> links;
    for (syntax::Node at = written; at.parent().is(Kind::attribute); at = at.parent().parent())
        links.push_back(at.parent().parent());
    const auto keeps = [&](syntax::Node link) { return !operations::arithmetic_of(link, facts.pure_twin(link)); };
    const auto first = std::ranges::find_if(links, keeps);
    if (first == links.end()) return false;
    if (first + 1 != links.end()) return true;
    const bool comes_again = loop && syntax::is_within(written, loop);
    for (std::uint32_t i = comes_again ? loop.index() : links.back().end_index(); i < until; ++i) {
        const syntax::Node node = written.tree()->node(i);
        if (facts.variable(node) == &variable &&
            (function::is_only_updated(node) || node.parent().is(Kind::augmented_assignment) ||
             (node.parent().is(Kind::subscript) && is_target(node.parent()))))
            return true;
    }
    return false;
}

syntax::Node keeper_of(const Facts& facts, syntax::Node read);

// Of what goes into the call. A view of it, `y.detach()`, is kept by what that goes into.
syntax::Node keeper_in(const Facts& facts, syntax::Node call) {
    const torch::Row* row = facts.row_of(call);
    if (row && gives_no_tensor(*row)) return {};
    if (!row || !row->traits.forgets) return call;
    return row->traits.pure && !casts(*row) ? syntax::Node{} : keeper_of(facts, call);
}

// The call whose argument it is, by itself or in a list: `torch.stack([y, w])`.
syntax::Node call_with(syntax::Node argument) {
    syntax::Node node = argument;
    while (node.is(Kind::list) || node.is(Kind::tuple)) node = node.parent();
    if (node.is(Kind::keyword_argument) && syntax::Keyword{node}.name().text() != "out") node = node.parent();
    return node.is(Kind::argument_list) && node.parent().is(Kind::call) ? node.parent() : syntax::Node{};
}

// The operation that keeps what is read for its backward. None for an operand of a sum, a factor beside a number, or
// one that only decides.
syntax::Node keeper_of(const Facts& facts, syntax::Node read) {
    using syntax::Op;
    const syntax::Node parent = read.parent(), operation = operation_on(read);
    switch (parent.kind()) {
        case Kind::comparison_operator: return {};
        case Kind::conditional_expression:
            return syntax::Conditional{parent}.condition() == read ? syntax::Node{} : keeper_of(facts, parent);
        case Kind::parenthesized_expression: return keeper_of(facts, parent);
        case Kind::unary_operator: return operator_of(parent) == Op::add ? keeper_of(facts, parent) : syntax::Node{};
        case Kind::subscript:  // `y[0]` is a view of it
            if (read.field() != syntax::Field::value) return operation;
            return is_target(parent) ? syntax::Node{} : keeper_of(facts, parent);
        case Kind::augmented_assignment:
        case Kind::binary_operator: {
            const Op op = operator_of(parent);
            if (op == Op::add || op == Op::sub) return {};
            const syntax::Node left = parent.child(syntax::Field::left);
            const bool scaled = op == Op::mul || (op == Op::div && left == read);
            const syntax::Node other = left == read ? parent.child(syntax::Field::right) : left;
            return scaled && function::is_number(facts.value(other)) ? syntax::Node{} : operation;
        }
        case Kind::attribute:
            if (parent.field() == syntax::Field::function) return keeper_in(facts, parent.parent());
            return facts.value(parent).is_tensor() ? keeper_of(facts, parent) : syntax::Node{};
        default: {
            const syntax::Node call = call_with(parent);
            return call ? keeper_in(facts, call) : operation;
        }
    }
}

// The outermost around the statement, whose rounds all see one tensor; or none.
syntax::Node loop_behind(const std::optional<function::Definition>& definition, syntax::Node statement) {
    syntax::Node loop;
    for (syntax::Node node = statement.parent(); node && !node.is(Kind::function_definition); node = node.parent())
        if (is_loop(node) && !(definition && syntax::is_within(definition->statement, node))) loop = node;
    return loop;
}

// The tensors that get a gradient by what keeps it. Views that are not followed may be kept with any; an attribute of
// which nothing is known may be one.
Roots roots_of_keeper(const Facts& facts, syntax::Node keeper) {
    Roots roots = roots_of(facts, keeper, syntax::statement_of(keeper));
    const torch::Row* row = keeper.is(Kind::call) ? facts.row_of(keeper) : nullptr;
    roots.known = roots.known && !(row && row->traits.view);
    for (const syntax::Node node : subtree(keeper)) {
        if (node.is(Kind::attribute) && node.field() != syntax::Field::function &&
            facts.value(node).is(values::Kind::unknown))
            roots.known = false;
    }
    return roots;
}

}  // namespace

bool keeps_result(const Facts& facts, syntax::Node value) {
    const syntax::Node made = syntax::unparenthesized(value);
    if (made.is(Kind::binary_operator)) return operator_of(made) == syntax::Op::pow;
    const torch::Row* row = facts.row_of(made);
    if (!row) row = facts.row_of_module(made);
    return !row || !row->traits.unsaved;
}

bool is_saved(const Facts& facts, syntax::Node read) { return static_cast<bool>(keeper_of(facts, read)); }

std::optional<Roots> saved_with(const Facts& facts, const names::Binding& variable, syntax::Node statement,
                                std::uint32_t until) {
    const auto definition = facts.definition(variable, statement);
    const syntax::Node loop = loop_behind(definition, statement);
    if (loop) until = std::max(until, loop.end_index());  // another round writes behind it
    const bool kept = !definition || keeps_result(facts, definition->value);
    std::optional<Roots> saved = kept ? std::optional<Roots>(Roots{}) : std::nullopt;
    for (std::uint32_t i = definition ? definition->statement.end_index() : facts.function().index(); i < until; ++i) {
        const syntax::Node node = statement.tree()->node(i);
        if (facts.variable(node) != &variable || only_decides(node, syntax::statement_of(node))) continue;
        const bool written = node.field() == syntax::Field::left && !node.parent().is(Kind::binary_operator);
        const bool kept_by_update =
            function::is_only_updated(node) && is_written_again(facts, node, variable, loop, until);
        const syntax::Node keeper =
            function::is_only_updated(node) || written ? syntax::Node{} : keeper_of(facts, node);
        if (!keeper && !kept_by_update) continue;
        Roots others = roots_of_keeper(facts, keeper ? keeper : operation_on(node));
        if (keeper && others.known && others.differentiable.empty()) continue;  // which has no backward
        if (!saved) saved.emplace();
        saved->differentiable.merge(others.differentiable);
        saved->known = saved->known && others.known;
    }
    return saved;
}

syntax::Node spoiled_behind(const Facts& facts, syntax::Node expression, syntax::Node statement) {
    const syntax::Node loop = outermost_loop(statement);
    const auto& updates = facts.nodes_where(
        "updates in place", [&](syntax::Node node) { return static_cast<bool>(updated_in(facts, node)); });
    const auto behind = std::ranges::lower_bound(updates, loop ? loop.index() : statement.end_index());
    const auto is_updated_behind = [&](syntax::Node place) {
        return std::any_of(behind, updates.end(), [&](std::uint32_t index) {
            const syntax::Node node = statement.tree()->node(index);
            return !syntax::is_within(node, statement) && updated_in(facts, node).text() == place.text();
        });
    };
    for (const syntax::Node node : subtree(expression)) {
        const bool is_place = node.is(Kind::identifier) ? facts.variable(node) != nullptr : node.is(Kind::attribute);
        if (is_place && facts.value(node).is_tensor() && is_saved(facts, node) && is_updated_behind(node)) return node;
    }
    return {};
}

}  // namespace effects
