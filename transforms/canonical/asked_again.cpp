#include "transforms/canonical/asked_again.h"

#include "analysis/effects/computation.h"
#include "analysis/effects/escape.h"
#include "analysis/function/argument.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"

#include <algorithm>

namespace transforms::canonical {

using function::Facts;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

// What the code writes to: `self.scale` of `self.scale.mul_(2.0)`, the object of `x[i] = a`. Nothing of other code.
Node written_by(const Facts& facts, Node node) {
    if (syntax::is_target(node)) return node.is(Kind::subscript) ? node.child(Field::value) : node;
    const Node function = node.is(Kind::call) ? node.child(Field::function) : Node{};
    const torch::Row* row = function.is(Kind::attribute) ? function::row_or_guess(facts, node) : nullptr;
    return row && row->traits.in_place ? function.child(Field::object) : Node{};
}

// It may write to what nobody sees here.
bool is_open(const Facts& facts, Node node) {
    if (!node.is(Kind::call) || facts.row_of_module(node) || written_by(facts, node)) return false;
    return function::row_or_guess(facts, node) ? function::writes_argument(facts, node)
                                               : !effects::computation_of(facts, node);
}

// A number, or a tensor that nothing but its variable refers to.
bool is_apart(const Facts& facts, Node name) {
    const names::Binding* variable = facts.variable(name);
    const values::Value value = facts.value(name);
    if (function::is_number(value) || value.is(values::Kind::literal) || value.is(values::Kind::object)) return true;
    const auto made = variable ? facts.definition(*variable, syntax::statement_of(name)) : std::nullopt;
    return made && made->statement && effects::makes_new_tensor(facts, made->value);
}

// What is written to through a name, `p` of `for p in self.parameters()`, may be what the condition reads.
bool may_be_written_by_name(const Facts& facts, Node condition) {
    return std::ranges::any_of(subtree(condition), [&](Node node) {
        const Node parent = node.parent();
        if (parent.is(Kind::attribute) && parent.child(Field::object) == node) return false;
        if (parent.is(Kind::call) && node.field() == Field::function) return false;
        if (node.is(Kind::attribute))
            return facts.value(node).is_tensor() && facts.value(node).origin != values::Origin::buffer;
        return node.is(Kind::identifier) && facts.variable(node) && !is_apart(facts, node);
    });
}

// A function of the program, or a module of it.
bool may_read_state(const Facts& facts, Node condition) {
    return std::ranges::any_of(subtree(condition),
                               [&](Node node) { return node.is(Kind::call) && !facts.row_of(node); });
}

}  // namespace

bool outlasts(const Facts& facts, Node condition, Node code) {
    const bool reads = may_read_state(facts, condition);
    return std::ranges::none_of(subtree(code), [&](Node node) {
        if (is_open(facts, node)) return true;
        const Node written = written_by(facts, node);
        if (!written) return false;
        // A method may read what is written to.
        const names::Binding* variable = written == node ? facts.variable(written) : nullptr;
        if (reads && (!variable || variable->captured)) return true;
        const bool is_update = written != node;
        return syntax::mentions(condition, written.text()) ||
               (is_update && facts.variable(written) && may_be_written_by_name(facts, condition));
    });
}

bool only_asks(const Facts& facts, Node condition) {
    return std::ranges::none_of(subtree(condition), [&](Node node) {
        const torch::Row* row = node.is(Kind::call) ? facts.row_of(node) : nullptr;
        const bool is_pure = row && (row->traits.pure || row->traits.view || row->gives == torch::Gives::number ||
                                     row->gives == torch::Gives::constant || row->gives == torch::Gives::shape);
        return node.is(Kind::named_expression) || node.is(Kind::await) || node.is(Kind::yield) ||
               (node.is(Kind::call) && !is_pure && !effects::computation_of(facts, node));
    });
}

bool may_fail(const Facts& facts, Node expression, Node statement) {
    const auto is_there = [&](Node object) {
        const values::Value value = facts.value(object);
        return !value.is(values::Kind::unknown) && !value.is(values::Kind::none) && !value.maybe_none && !value.likely;
    };
    return std::ranges::any_of(subtree(expression), [&](Node node) {
        const names::Binding* variable = facts.variable(node);
        if (variable && !facts.must_defined().before(statement, variable->text)) return true;
        if (node.is(Kind::attribute)) return !is_there(node.child(Field::object));
        if (node.is(Kind::binary_operator)) return !function::is_number(facts.value(node));
        const torch::Row* row = node.is(Kind::call) ? facts.row_of(node) : nullptr;
        const bool only_asks_kind = row && (row->name == "builtins.isinstance" || row->name == "builtins.hasattr");
        const bool is_asked = row && (only_asks_kind || !syntax::Call{node}.arguments().first_child());
        return node.is(Kind::subscript) || (node.is(Kind::call) && !is_asked);
    });
}

}  // namespace transforms::canonical
