#include "transforms/condition/static_conjuncts.h"

#include "analysis/effects/escape.h"
#include "analysis/effects/slot_definitions.h"
#include "analysis/effects/user_code.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "transforms/edit/quote.h"
#include "transforms/metadata/shape_guards.h"

#include <algorithm>

namespace transforms::condition {

using function::Facts;
using syntax::Field;
using syntax::Kind;
using syntax::Node;
using syntax::Op;

namespace {

template <class Question>
bool all_of(syntax::Children nodes, Question is_so) {
    for (const Node node : nodes)
        if (!is_so(node)) return false;
    return true;
}

// `0 in ids`, which the tensor answers.
bool looks_into_tensor(const Facts& facts, Node node) {
    const Node container = node.is(Kind::comparison_operator) ? node.first_child().next_sibling() : Node{};
    return (container.op() == Op::in || container.op() == Op::not_in) && facts.value(container).is_tensor();
}

bool combines(Node node) { return node.is(Kind::not_operator) || node.is(Kind::boolean_operator); }

bool is_name(Node node) {
    const Node plain = syntax::unparenthesized(node);
    return plain.is(Kind::identifier) || plain.is(Kind::attribute);
}

// `mode` of `mode == "sum"` and `mode in ("sum", "mean")`: nothing is known of it but that it is compared with texts.
Node compared_with_text(const Facts& facts, Node comparison) {
    if (!comparison.is(Kind::comparison_operator)) return {};
    const Node left = comparison.first_child(), right = left.next_sibling();
    const auto is_text = [&](Node node) {
        const Node plain = syntax::unparenthesized(node);
        return plain.is(Kind::string) || ((plain.is(Kind::tuple) || plain.is(Kind::list)) && plain.first_child() &&
                                          all_of(plain.children(), [](Node each) { return each.is(Kind::string); }));
    };
    const bool compares_it = !right.next_sibling() && is_name(left) && is_text(right);
    return compares_it && facts.value(left).is(values::Kind::unknown) ? syntax::unparenthesized(left) : Node{};
}

bool may_be_none(const Facts& facts, Node name) {
    const names::Binding* variable = facts.variable(name);
    const Node first = variable ? variable->occurrences.front().node.parent() : Node{};
    return first && first.child(Field::value).is(Kind::none);
}

// "isinstance(mode, (str, type(None)))"
proof::Guard is_instance(const Facts& facts, Node name, const std::string& type) {
    return proof::is_instance(name.text(), may_be_none(facts, name) ? "(" + type + ", type(None))" : type);
}

}  // namespace

bool runs_program(const Facts& facts, Node expression) {
    if (metadata::calls_program(facts, expression) || effects::asks_objects(facts, expression)) return true;
    for (const Node node : subtree(expression)) {
        if (node.is(Kind::attribute) && effects::runs_code(facts, node)) return true;
    }
    return false;
}

void flatten(Node node, Op op, std::vector<Node>& operands) {
    const Node plain = syntax::unparenthesized(node);
    if (plain.is(Kind::boolean_operator) && plain.op() == op) {
        flatten(plain.child(Field::left), op, operands);
        flatten(plain.child(Field::right), op, operands);
    } else {
        operands.push_back(plain);
    }
}

std::vector<Node> operands_of_and(Node condition) {
    std::vector<Node> operands;
    flatten(condition, Op::logical_and, operands);
    return operands;
}

bool is_fixed(const Facts& facts, Node node) {
    if (node.is(Kind::named_expression) || looks_into_tensor(facts, node)) return false;
    if (node.is(Kind::parenthesized_expression) || combines(node))
        return all_of(node.children(), [&](Node each) { return is_fixed(facts, each); });
    const values::Value value = facts.value(node);
    return value.is(values::Kind::constant) || value.is(values::Kind::literal) || value.is(values::Kind::shape_number);
}

proof::Guard is_flag(const Facts& facts, Node flag) { return is_instance(facts, flag, "bool"); }

Node flag_of(const Facts& facts, Node operand) {
    Node name = syntax::unparenthesized(operand);
    while (name.is(Kind::not_operator)) name = syntax::unparenthesized(name.first_child());
    const names::Binding* variable = facts.variable(name);
    if (!variable || !facts.value(name).is(values::Kind::unknown)) return {};
    const std::string tested = proof::code(is_flag(facts, name)), asked = "bool(" + std::string(name.text()) + ")";
    const bool is_it = std::ranges::all_of(facts.uses_of(*variable), [&](Node use) {
        const std::string_view call = use.parent().parent().text();
        const bool is_of_rewrite = call == tested || call == asked;
        return effects::binds(*variable, use) || tester_of(use) || is_of_rewrite;
    });
    return is_it ? name : Node{};
}

bool asks_no_tensor(const Facts& facts, Node node) {
    const Node plain = syntax::unparenthesized(node);
    if (flag_of(facts, plain) || compared_with_text(facts, plain)) return true;
    return combines(plain) && all_of(plain.children(), [&](Node each) { return asks_no_tensor(facts, each); });
}

bool stays_in_python(const Facts& facts, Node node) {
    const Node plain = syntax::unparenthesized(node);
    if (is_fixed(facts, plain) || asks_no_tensor(facts, plain)) return true;
    return combines(plain) && all_of(plain.children(), [&](Node each) { return stays_in_python(facts, each); });
}

void may_be_asked_twice(const Facts& facts, Node node, proof::Proof& proof) {
    const Node plain = syntax::unparenthesized(node);
    if (is_fixed(facts, plain)) {
        if (runs_program(facts, plain)) proof.refuse(edit::quoted(plain) + " would be asked twice");
    } else if (const Node flag = flag_of(facts, plain)) {
        proof.test_kind(is_flag(facts, flag));
    } else if (const Node text = compared_with_text(facts, plain)) {
        if (text.is(Kind::attribute) && !effects::is_plain_attribute(facts, text))
            return proof.refuse(edit::quoted(plain) + " would be asked twice");
        proof.test_kind(is_instance(facts, text, "str"));
    } else {
        for (const Node each : plain.children()) may_be_asked_twice(facts, each, proof);
    }
}

}  // namespace transforms::condition
