#include "analysis/effects/escape.h"

#include "analysis/effects/computation.h"
#include "analysis/effects/slot_definitions.h"
#include "analysis/function/argument.h"
#include "analysis/function/in_place_update.h"
#include "analysis/function/literals.h"
#include "analysis/function/record.h"
#include "analysis/operations/reduction.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"

#include <algorithm>
#include <vector>

namespace effects {

using function::Facts;
using syntax::Field;
using syntax::Kind;
using syntax::Node;
using syntax::Op;

namespace {

constexpr std::string_view inference_mode = "torch.inference_mode";

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
    for (const Node node : subtree(comprehension)) {
        const bool is_it =
            node.is(Kind::identifier) && node != name && node.text() == name.text() && node.field() != Field::attribute;
        if (is_it && !is_read_by_value(facts, node)) return false;
    }
    return true;
}

// The call neither changes nor keeps what it is given, though it may give it back.
bool only_reads(const torch::Row& row) { return row.traits.pure || row.traits.view || gives_no_tensor(row); }

// `x is y` asks which tensor it is, and so does `x in list`.
bool compares_values(Node comparison) {
    for (const Node operand : comparison.children()) {
        const Op op = operand.op();
        if (op == Op::is || op == Op::is_not || op == Op::in || op == Op::not_in) return false;
    }
    return true;
}

// `x[0]`, `y[x]`
bool subscript_reads_by_value(const Facts& facts, Node subscript, Node node) {
    if (subscript.child(Field::value) != node) return is_mask_of(facts, subscript, node);
    for (const Node index : syntax::Subscript{subscript}.indices())
        if (is_mask_of(facts, subscript, index)) return true;
    return is_read_by_value(facts, subscript);
}

// `f(x)`, `f(y, other=x)`
bool call_reads_by_value(const Facts& facts, Node argument) {
    const Node place = argument.parent();
    const auto keyword = syntax::as<syntax::Keyword>(place);
    const Node call = keyword ? place.parent().parent() : place.parent();
    const torch::Row* row = call.is(Kind::call) ? row_of_called(facts, call) : nullptr;
    if (!row || function::writes_argument(facts, call)) return false;
    // `other.add_(x)` writes to `other`, `torch.relu_(x)` to x
    const bool is_written = row->traits.in_place && !row->name.starts_with(torch::tensor_class) &&
                            syntax::Call{call}.arguments().first_child() == argument;
    if (is_written) return false;
    if (row->role == torch::Role::copies || (row->traits.in_place && facts.pure_twin(call))) return true;
    if (!only_reads(*row)) return false;
    return !may_be_the_same(*row) || is_read_by_value(facts, call);
}

// `x.sum()`, `x.shape`
bool member_reads_by_value(const Facts& facts, Node member) {
    const Node call = member.parent();
    if (!call.is(Kind::call) || call.child(Field::function) != member) {
        const values::Value value = facts.value(member);
        return value.is_tensor() ? is_read_by_value(facts, member) : !value.is(values::Kind::unknown);
    }
    const torch::Row* row = facts.row_of(call);
    if (!row || !only_reads(*row)) return false;
    return gives_no_tensor(*row) || !may_be_the_same(*row) || is_read_by_value(facts, call);
}

bool is_variable(const Facts& facts, Node node, const names::Binding& variable) {
    return node.is(Kind::identifier) && facts.variable(node) == &variable;
}

}  // namespace

bool casts(const torch::Row& row) {
    return row.shape == torch::Shape::same_size && !row.traits.pointwise &&
           (row.dtype == torch::Dtype::floating || row.dtype == torch::Dtype::integer ||
            row.dtype == torch::Dtype::boolean || row.dtype == torch::Dtype::complex ||
            row.dtype == torch::Dtype::cast);
}

bool gives_no_tensor(const torch::Row& row) {
    switch (row.gives) {
        case torch::Gives::number:
        case torch::Gives::numbers:
        case torch::Gives::converted:
        case torch::Gives::shape_number:
        case torch::Gives::shape:
        case torch::Gives::constant: return !row.traits.in_place;
        default: return false;
    }
}

bool is_updated(Node node) {
    const Node parent = node.parent();
    if (parent.is(Kind::augmented_assignment)) return node.field() == Field::left;
    if (parent.is(Kind::subscript) && parent.child(Field::value) == node)
        return parent.field() == Field::left &&
               (parent.parent().is(Kind::assignment) || parent.parent().is(Kind::augmented_assignment));
    return function::is_only_updated(node);
}

bool is_inference(const Facts& facts, Node with) {
    for (const Node item : with.child(Kind::with_clause).children()) {
        const Node manager = item.child(Field::value);
        const torch::Row* row = manager.is(Kind::call) ? facts.row_of(manager) : nullptr;
        if (row && row->name == inference_mode) return true;
    }
    return false;
}

// `out[:, t] = h`, of a tensor: its elements become those of h.
static bool is_copied_into(const Facts& facts, Node assignment, Node value) {
    const Node place = syntax::Assignment{assignment}.target();
    return value.field() == Field::right && place.is(Kind::subscript) &&
           facts.value(place.child(Field::value)).is_tensor();
}

bool is_read_by_value(const Facts& facts, Node node) {
    const Node parent = node.parent();
    switch (parent.kind()) {
        case Kind::assignment: return is_copied_into(facts, parent, node);
        case Kind::parenthesized_expression: return is_read_by_value(facts, parent);
        case Kind::unary_operator: return operator_of(parent) != Op::add;  // which gives its operand
        case Kind::binary_operator:
        case Kind::augmented_assignment: return node.field() != Field::left || parent.is(Kind::binary_operator);
        case Kind::comparison_operator: return compares_values(parent);
        case Kind::subscript: return subscript_reads_by_value(facts, parent, node);
        case Kind::argument_list:
        case Kind::keyword_argument: return call_reads_by_value(facts, node);
        case Kind::attribute: return member_reads_by_value(facts, parent);
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
    const auto index = [](const names::Occurrence& each) { return each.node.index(); };
    const auto found = std::ranges::lower_bound(variable.occurrences, identifier.index(), {}, index);
    return found != variable.occurrences.end() && found->node == identifier;
}

bool appends(const Facts& facts, Node call) {
    const Node function = call.child(Field::function), object = function.child(Field::object);
    if (function.child(Field::attribute).text() != "append") return false;
    const values::Value value = facts.value(object);
    return object.is(Kind::identifier) && value.is(values::Kind::sequence) &&
           value.sequence().form == values::Sequence::Form::list;
}

bool may_write(const Facts& facts, Node node) {
    switch (node.kind()) {
        case Kind::augmented_assignment:  // `n += 1` gives the variable another number
            return !function::is_traced_number(facts.value(node.child(Field::left)));
        case Kind::subscript: return is_target(node);
        case Kind::call: {
            const torch::Row* row = row_of_called(facts, node);
            // `State(t, y * 0.5)`, a named tuple; `self.trunk(x)`, which is followed
            if (!row)
                return !function::only_holds(facts, facts.value(syntax::Call{node}.function())) &&
                       !computation_of(facts, node);
            return function::writes_argument(facts, node) || (!only_reads(*row) && !iterates(*row));
        }
        case Kind::attribute: return is_target(node) && !is_plain_attribute(facts, node);  // `x.data = y`
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
            // `(x * 2).detach()`: nobody has what it is a view of
            const Node object = node.child(Field::function).child(Field::object);
            if (row && row->traits.cuts && row->traits.view && object) return makes_new_tensor(facts, object);
            return row && row->traits.pure && !may_be_the_same(*row) && !function::writes_argument(facts, node);
        }
        case Kind::attribute:
        case Kind::subscript: {
            const auto field = operations::field_of(facts, node);  // x.sort().values
            return field && makes_new_tensor(facts, field->call);
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

}  // namespace effects
