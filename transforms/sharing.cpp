#include "transforms/sharing.h"

#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/update.h"

#include <algorithm>
#include <vector>

namespace transforms {

using syntax::Field;
using syntax::Kind;
using syntax::Node;
using syntax::Op;

namespace {

constexpr std::string_view inference_mode = "torch.inference_mode";

// x.double() is x itself if that is double already.
bool casts(const torch::Row& row) {
    return row.shape == torch::Shape::same_size && !row.traits.pointwise &&
           (row.dtype == torch::Dtype::floating || row.dtype == torch::Dtype::integer ||
            row.dtype == torch::Dtype::boolean || row.dtype == torch::Dtype::complex ||
            row.dtype == torch::Dtype::cast);
}

bool may_be_the_same(const torch::Row& row) { return row.traits.view || casts(row); }

// Of a function, or of a module of torch.
const torch::Row* row_of_called(const Facts& facts, Node call) {
    const torch::Row* row = facts.row_of(call);
    return row ? row : facts.row_of_module(call);
}

// `torch.cat([x, y])`
bool goes_into_tensor(const Facts& facts, Node list) {
    const Node call = list.parent().parent();
    const torch::Row* row = list.parent().is(Kind::argument_list) && call.is(Kind::call) ? facts.row_of(call) : nullptr;
    return row && row->traits.pure && row->gives == torch::Gives::tensor && !may_be_the_same(*row);
}

// `torch.zeros(3).bool()`: what it was called on is new, if it is not what it gives.
bool is_new(const Facts& facts, Node expression) {
    const torch::Row* row = expression.is(Kind::call) ? facts.row_of(expression) : nullptr;
    if (row && casts(*row)) return is_new(facts, syntax::Call{expression}.function().child(Field::object));
    return makes_new_tensor(facts, expression);
}

bool gives_no_tensor(const torch::Row& row) {
    switch (row.gives) {
        case torch::Gives::number:
        case torch::Gives::numbers:
        case torch::Gives::shape_number:
        case torch::Gives::shape:
        case torch::Gives::constant: return !row.traits.in_place;
        default: return false;
    }
}

bool iterates(const torch::Row& row) {
    return row.role == torch::Role::range || row.role == torch::Role::enumerate || row.role == torch::Role::zip;
}

// A mask takes elements out, and is no view.
bool is_mask_of(const Facts& facts, Node subscript, Node index) {
    const bool written = subscript.field() == Field::left && !subscript.parent().is(Kind::binary_operator);
    return !written && facts.value(index).dtype == torch::Dtype::boolean &&
           (facts.value(index).is_tensor() || index.is(Kind::comparison_operator));
}

// `any(t.max() > 1 for t in (a, b))`: what the comprehension goes through is read by value in it.
bool gives_values(const Facts& facts, Node clause) {
    const Node name = clause.child(Field::left), comprehension = clause.parent();
    if (!name.is(Kind::identifier)) return false;
    for (std::uint32_t i = comprehension.index(); i < comprehension.end_index(); ++i) {
        const Node node = comprehension.tree()->node(i);
        const bool is_it =
            node.is(Kind::identifier) && node != name && node.text() == name.text() && node.field() != Field::attribute;
        if (is_it && !is_read_by_value(facts, node)) return false;
    }
    return true;
}

bool is_variable(const Facts& facts, Node node, const names::Binding& variable) {
    return node.is(Kind::identifier) && facts.variable(node) == &variable;
}

// `y += 1`, `y[m] = 1`, and `y.clamp_(0)` as a statement: y is written to, and keeps its only reference.
bool is_updated(Node node) {
    const Node parent = node.parent();
    if (parent.is(Kind::augmented_assignment)) return node.field() == Field::left;
    if (parent.is(Kind::subscript) && parent.child(Field::value) == node)
        return parent.field() == Field::left &&
               (parent.parent().is(Kind::assignment) || parent.parent().is(Kind::augmented_assignment));
    return is_only_updated(node);
}

Node innermost_loop(Node node) {
    for (Node at = node.parent(); at && !at.is(Kind::function_definition); at = at.parent())
        if (is_loop(at)) return at;
    return {};
}

// The part of the function that may run behind the statement; from there on until the end, or around its loop.
std::uint32_t first_behind(Node statement) {
    const Node loop = outermost_loop(statement);
    return loop ? loop.index() : statement.end_index();
}

std::uint32_t last_before(Node statement) {
    const Node loop = outermost_loop(statement);
    return loop ? loop.end_index() : statement.end_index();
}

// In such a `with` that does not hold the statement.
bool is_made_in_inference(const Facts& facts, Node made, Node statement) {
    for (Node with = with_around(made); with; with = with_around(with))
        if (is_inference(facts, with) && !syntax::is_within(statement, with)) return true;
    return false;
}

// `y = x * 2` in front of the statement that holds `{"m": y}`, which is the last that is heard of y.
bool is_left_behind(const Facts& facts, Node name, Node statement) {
    const names::Binding* variable = facts.variable(name);
    if (!variable || !is_only_reference(facts, *variable, statement)) return false;
    const auto is_in_it = [&](Node use) { return syntax::is_within(use, statement); };
    return std::ranges::count_if(facts.uses_of(*variable), is_in_it) == 1 &&
           !facts.liveness().after(statement, variable->text);
}

// `state["m"] = y`
bool is_only_assigned(Node place) { return is_target(place) && !place.parent().is(Kind::augmented_assignment); }

}  // namespace

bool is_inference(const Facts& facts, Node with) {
    for (const Node item : with.child(Kind::with_clause).children()) {
        const Node manager = item.child(Field::value);
        const torch::Row* row = manager.is(Kind::call) ? facts.row_of(manager) : nullptr;
        if (row && row->name == inference_mode) return true;
    }
    return false;
}

bool may_come_from_inference(const Facts& facts, const names::Binding& variable, Node statement) {
    return std::ranges::any_of(variable.occurrences,
                               [&](const auto& each) { return is_made_in_inference(facts, each.node, statement); });
}

bool is_read_by_value(const Facts& facts, Node node) {
    const Node parent = node.parent();
    switch (parent.kind()) {
        case Kind::parenthesized_expression: return is_read_by_value(facts, parent);
        case Kind::unary_operator: return operator_of(parent) != Op::add;  // which gives its operand
        case Kind::binary_operator:
        case Kind::augmented_assignment: return node.field() != Field::left || parent.is(Kind::binary_operator);
        case Kind::comparison_operator:
            for (const Node operand : parent.children()) {
                const Op op = operand.op();
                if (op == Op::is || op == Op::is_not || op == Op::in || op == Op::not_in) return false;
            }
            return true;
        case Kind::subscript:
            if (parent.child(Field::value) != node) return is_mask_of(facts, parent, node);
            for (const Node index : syntax::Subscript{parent}.indices())
                if (is_mask_of(facts, parent, index)) return true;
            return is_read_by_value(facts, parent);
        case Kind::argument_list:
        case Kind::keyword_argument: {
            const Node call = parent.is(Kind::argument_list) ? parent.parent() : parent.parent().parent();
            const torch::Row* row = call.is(Kind::call) ? row_of_called(facts, call) : nullptr;
            if (!row || (!row->traits.pure && !row->traits.view && !gives_no_tensor(*row))) return false;
            if (parent.is(Kind::keyword_argument) && syntax::Keyword{parent}.name().text() == "out") return false;
            return !may_be_the_same(*row) || is_read_by_value(facts, call);
        }
        case Kind::attribute: {
            const Node call = parent.parent();
            if (!call.is(Kind::call) || call.child(Field::function) != parent) {
                const values::Value value = facts.value(parent);
                return value.is_tensor() ? is_read_by_value(facts, parent) : !value.is(values::Kind::unknown);
            }
            const torch::Row* row = facts.row_of(call);
            if (!row || (!row->traits.pure && !row->traits.view && !gives_no_tensor(*row))) return false;
            return gives_no_tensor(*row) || !may_be_the_same(*row) || is_read_by_value(facts, call);
        }
        case Kind::tuple:
        case Kind::list:
            if (parent.parent().is(Kind::for_in_clause)) return gives_values(facts, parent.parent());
            return goes_into_tensor(facts, parent);
        case Kind::if_statement:
        case Kind::elif_clause:
        case Kind::while_statement:
        case Kind::assert_statement:
        case Kind::not_operator: return true;
        default: return false;
    }
}

bool binds(const names::Binding& variable, Node identifier) {
    return std::ranges::any_of(variable.occurrences,
                               [&](const auto& occurrence) { return occurrence.node == identifier; });
}

bool may_write(const Facts& facts, Node node) {
    switch (node.kind()) {
        case Kind::augmented_assignment: return true;
        case Kind::subscript: return is_target(node);
        case Kind::call: {
            const torch::Row* row = row_of_called(facts, node);
            if (!row) return true;
            for (const Node argument : syntax::Call{node}.arguments().children())
                if (argument.is(Kind::keyword_argument) && syntax::Keyword{argument}.name().text() == "out")
                    return true;
            return !row->traits.pure && !row->traits.view && !gives_no_tensor(*row) && !iterates(*row);
        }
        case Kind::attribute: return is_target(node);  // `x.data = y`
        default: return node.is(Kind::yield) || node.is(Kind::await) || node.is(Kind::delete_statement);
    }
}

bool makes_new_tensor(const Facts& facts, Node expression) {
    const Node node = syntax::unparenthesized(expression);
    if (node.is(Kind::binary_operator)) return true;
    switch (node.kind()) {
        case Kind::unary_operator: return operator_of(node) != Op::add;  // which gives its operand
        case Kind::comparison_operator: return !node.first_child().next_sibling().next_sibling();
        case Kind::call: {
            const torch::Row* row = row_of_called(facts, node);
            return row && row->traits.pure && !may_be_the_same(*row);
        }
        default: return false;
    }
}

bool is_kept_private(const Facts& facts, const names::Binding& variable, std::uint32_t begin, std::uint32_t end) {
    for (std::uint32_t i = begin; i < end; ++i) {
        const Node node = facts.function().tree()->node(i);
        if (is_variable(facts, node, variable) && !binds(variable, node) && !is_updated(node) &&
            !is_read_by_value(facts, node))
            return false;
    }
    return true;
}

bool is_returned(Node node) {
    Node at = node.parent();
    while (at.is(Kind::parenthesized_expression) || at.is(Kind::tuple) || at.is(Kind::expression_list))
        at = at.parent();
    return at.is(Kind::return_statement);
}

bool is_only_reference(const Facts& facts, const names::Binding& variable, Node statement) {
    if (variable.captured || may_come_from_inference(facts, variable, statement)) return false;
    const auto made = facts.definition(variable, statement);
    return made && made->statement && made->statement.index() < statement.index() &&
           innermost_loop(made->statement) == innermost_loop(statement) && makes_new_tensor(facts, made->value) &&
           is_kept_private(facts, variable, made->statement.end_index(), statement.index());
}

bool is_unshared(const Facts& facts, const names::Binding& variable, Node statement) {
    if (variable.captured || may_come_from_inference(facts, variable, statement)) return false;
    const auto definition = facts.definition(variable, statement);
    if (definition && definition->statement && innermost_loop(definition->statement) == innermost_loop(statement)) {
        if (!is_new(facts, definition->value)) return false;
        return is_kept_private(facts, variable, definition->statement.end_index(), statement.end_index());
    }
    for (const names::Occurrence& occurrence : variable.occurrences) {
        if (occurrence.node.index() >= last_before(statement) || is_updated(occurrence.node)) continue;
        const auto assignment = syntax::as<syntax::Assignment>(occurrence.node.parent());
        const bool plain = assignment && assignment->target() == occurrence.node && assignment->value() &&
                           assignment->node.parent().is(Kind::expression_statement);
        if (!plain || !is_new(facts, assignment->value())) return false;
    }
    return is_kept_private(facts, variable, facts.function().index(), last_before(statement));
}

bool is_unshared_item(const Facts& facts, Node item, Node statement) {
    const auto made = facts.item_definition(item, statement);
    if (!made || innermost_loop(made->statement) != innermost_loop(statement)) return false;
    if (!is_new(facts, made->value) && !is_left_behind(facts, made->value, made->statement)) return false;
    if (is_made_in_inference(facts, made->value, statement)) return false;
    for (std::uint32_t i = made->statement.end_index(); i < statement.end_index(); ++i)
        if (const Node node = item.tree()->node(i); node.text() == item.text() && !is_only_assigned(node) &&
                                                    !is_updated(node) && !is_read_by_value(facts, node))
            return false;
    return true;
}

Observer observer_of(const Facts& facts, const names::Binding& variable, Node statement) {
    if (variable.captured || variable.rebound_inside) return {.node = statement};
    const auto behind = [&](std::uint32_t i) { return i < statement.index() || i >= statement.end_index(); };
    Observer returned;
    std::uint32_t last_read = 0;
    for (std::uint32_t i = first_behind(statement); i < facts.function().end_index(); ++i) {
        const Node node = statement.tree()->node(i);
        if (!behind(i) || !is_variable(facts, node, variable)) continue;
        if (node.parent().is(Kind::augmented_assignment) && is_updated(node)) return {.node = node, .writes = true};
        if (binds(variable, node)) continue;
        if (is_returned(node))
            returned = {.node = node, .returns = true};
        else if (!is_read_by_value(facts, node))
            return {.node = node};
        last_read = i;
    }
    // Arguments are evaluated before the call that they are for, so a write in the statement of the last read counts.
    if (last_read != 0) last_read = syntax::statement_of(statement.tree()->node(last_read)).end_index();
    const Node loop = outermost_loop(statement);
    if (loop) last_read = std::max(last_read, loop.end_index());
    for (std::uint32_t i = first_behind(statement); i < last_read; ++i)
        if (behind(i) && may_write(facts, statement.tree()->node(i)))
            return {.node = statement.tree()->node(i), .writes = true};
    return returned;
}

}  // namespace transforms
