#include "transforms/carried.h"

#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/speculation.h"
#include "transforms/text.h"

#include <algorithm>

namespace transforms {

using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

Node root_of(Node chain) {
    while (chain.is(Kind::attribute)) chain = chain.child(Field::object);
    return chain;
}

// What the operator can hand to Python again: a number, a text, a shape, containers of such. What is not known here is
// known when the graph is made, and breaks it if it is something else.
bool can_be_carried(values::Value value) {
    switch (value.kind) {
        case values::Kind::object:
        case values::Kind::module:
        case values::Kind::foreign:
        case values::Kind::function:
        case values::Kind::class_:
        case values::Kind::api:
        case values::Kind::bound:
        case values::Kind::wrapped:
        case values::Kind::super_:
        case values::Kind::choice:
        case values::Kind::logger:
        case values::Kind::array: return false;
        default: return true;
    }
}

// Not by `is` or `in`. An operand carries the operator in front of it.
bool compares_values(Node comparison) {
    for (Node each = comparison.first_child().next_sibling(); each; each = each.next_sibling())
        if (!compares(each.op())) return false;
    return true;
}

// Only its numbers count, not what made them: `.item()`, `f"{x:.3f}"`, `0 < x < 1`, `torch.equal(x, y)`.
bool ends_as_number(const Facts& facts, Node tensor) {
    const Node parent = tensor.parent();
    if (parent.is(Kind::interpolation)) return parent.child(Kind::format_specifier) || facts.value(tensor).rank == 0;
    if (parent.is(Kind::comparison_operator)) return compares_values(parent);
    if (parent.is(Kind::argument_list)) {
        const torch::Row* row = facts.row_of(parent.parent());
        return row && row->role != torch::Role::number_type &&
               facts.value(parent.parent()).is(values::Kind::tensor_number);
    }
    return parent.is(Kind::attribute) && parent.parent().is(Kind::call) && parent.field() == Field::function &&
           facts.value(parent.parent()).is(values::Kind::tensor_number);
}

bool may_require_grad(values::Value value) {
    return value.is_tensor() && value.dtype != torch::Dtype::boolean && value.dtype != torch::Dtype::integer;
}

// No gradient leads to it: `x.detach().abs().max()`, or a variable that holds such.
bool is_detached(const Facts& facts, Node node) {
    if (const names::Binding* variable = node.is(Kind::identifier) ? facts.variable(node) : nullptr) {
        const auto definition = facts.definition(*variable, syntax::statement_of(node));
        return definition && definition->statement && definition->value.is(Kind::call) &&
               is_detached(facts, definition->value);
    }
    for (; node.is(Kind::call); node = node.child(Field::function).child(Field::object)) {
        const torch::Row* row = facts.row_of(node);
        if (row && row->traits.cuts) return true;
        for (const Node argument : syntax::Call{node}.arguments().children())
            if (may_require_grad(facts.value(argument))) return false;
    }
    return false;
}

// What is made of it by calls of its methods: `x.detach().max()` of the `x`.
Node chain_from(Node node) {
    while (node.parent().is(Kind::attribute) && node.parent().parent().is(Kind::call) &&
           node.parent().field() == Field::function)
        node = node.parent().parent();
    return node;
}

// It can be evaluated where the program would not have: it raises for no data. `x.max()` of no elements raises, so do
// `x.mean()` of whole numbers, and `x + w` and `x[2]` for some shapes.
bool is_total(const Facts& facts, Node node, Node statement) {
    Proof proof;
    Forms forms(facts, statement, proof);
    Speculation(facts, statement, forms, proof).check(node);
    return !proof.refused() && proof.conditions().empty();
}

// A size of a tensor or the like: `x.size(0)`.
bool describes(const torch::Row& row) {
    return row.gives == torch::Gives::shape || row.gives == torch::Gives::shape_number;
}

// `x.max()` of an `x` of which nothing is known.
bool is_method_of_tensors(const Facts& facts, Node call) {
    const Node callee = syntax::Call{call}.function();
    if (!callee.is(Kind::attribute) || !facts.value(callee.child(Field::object)).is(values::Kind::unknown))
        return false;
    const torch::Knowledge knowledge{facts.program().release()};
    const torch::Row* row = torch::find_member(torch::tensor_class, callee.child(Field::attribute).text(), knowledge);
    return row && row->gives == torch::Gives::tensor && row->when == torch::When::never;
}

bool is_chain(Node comparison) {
    return comparison.is(Kind::comparison_operator) && comparison.first_child().next_sibling().next_sibling();
}

// `{x=}` shows the text of the expression.
bool shows_its_text(Node interpolation) {
    const Node expression = interpolation.first_child();
    const std::string_view text = interpolation.text();
    const std::size_t behind = expression.span().end - interpolation.span().begin;
    const std::size_t next = text.find_first_not_of(" \t", behind);
    return next != std::string_view::npos && text[next] == '=';
}

}  // namespace

bool only_gives_a_value(const torch::Row* row) {
    if (!row || row->role == torch::Role::random || row->traits.in_place) return false;
    switch (row->gives) {
        case torch::Gives::unknown:
        case torch::Gives::none:
        case torch::Gives::object:
        case torch::Gives::self: return false;
        default: return true;
    }
}

void Carried::refuse(Node node, std::string_view why) { proof_.refuse(quoted(node).append(" ").append(why)); }

bool Carried::is_local(Node identifier) const {
    const names::Reference reference = facts_.program().names().resolve(identifier);
    return reference && reference.scope->kind != names::ScopeKind::module;
}

// What the name means may be something else when the effect happens: what Python writes while a graph is made, it
// writes behind the graph.
bool Carried::may_change(Node identifier) const {
    const names::Reference reference = facts_.program().names().resolve(identifier);
    if (!reference) return false;
    if (reference.scope->kind != names::ScopeKind::module) return true;
    const names::Binding& variable = reference.binding();
    const values::Value value = facts_.value(identifier);
    const bool once = variable.is_bound_once();
    switch (variable.occurrences.front().kind) {
        case names::BindingKind::import: return variable.rebound_inside || value.is(values::Kind::object);
        case names::BindingKind::function:
        case names::BindingKind::class_: return variable.rebound_inside;
        default:
            return !once ||
                   !(value.is(values::Kind::literal) || value.is(values::Kind::api) || value.is(values::Kind::logger));
    }
}

// An expression of tensors that Dynamo traces, and that changes nothing.
bool Carried::is_in_graph(Node node) const {
    if (!facts_.value(node).is_tensor() || is_chain(node)) return false;
    for (std::uint32_t i = node.index(); i < node.end_index(); ++i) {
        const Node each = node.tree()->node(i);
        switch (each.kind()) {
            case Kind::call: {
                const torch::Row* row = facts_.row_of(each);
                if (!only_gives_a_value(row) || row->when != torch::When::never) return false;
                break;
            }
            case Kind::subscript:
                for (const Node index : syntax::Subscript{each}.indices())
                    if (facts_.value(index).is_tensor()) return false;
                break;
            case Kind::boolean_operator:
            case Kind::not_operator:
            case Kind::conditional_expression:
            case Kind::lambda:
            case Kind::await:
            case Kind::yield:
            case Kind::named_expression:
            case Kind::list_splat:
            case Kind::dictionary_splat:
            case Kind::list_comprehension:
            case Kind::set_comprehension:
            case Kind::dictionary_comprehension:
            case Kind::generator_expression: return false;
            default: break;
        }
    }
    return true;
}

void Carried::take(Node expression, bool always) {
    always_ = always;
    if (proof_.refused()) return;
    const bool is_name = expression.is(Kind::identifier) || expression.is(Kind::attribute);
    const bool in_graph = !is_name && is_in_graph(expression);
    if (in_graph && (always || is_total(facts_, expression, statement_))) return carry(expression);
    const bool within = only_numbers_;
    only_numbers_ = within || (in_graph && ends_as_number(facts_, expression));
    take_parts(expression, always);
    only_numbers_ = within;
}

void Carried::take_parts(Node expression, bool always) {
    switch (expression.kind()) {
        case Kind::identifier: return take_name(expression);
        case Kind::attribute: return take_attribute(expression);
        case Kind::call: return take_call(expression);
        case Kind::boolean_operator: {
            const syntax::Binary binary{expression};
            take(binary.left(), always);
            return take(binary.right(), false);
        }
        case Kind::interpolation:
            if (shows_its_text(expression)) return refuse(expression, "shows the text of the expression");
            return take_children(expression);
        case Kind::keyword_argument: return take(syntax::Keyword{expression}.value(), always);
        case Kind::argument_list:
        case Kind::parenthesized_expression:
        case Kind::not_operator:
        case Kind::comparison_operator:
        case Kind::binary_operator:
        case Kind::unary_operator:
        case Kind::subscript:
        case Kind::slice:
        case Kind::tuple:
        case Kind::list:
        case Kind::dictionary:
        case Kind::pair:
        case Kind::string:
        case Kind::concatenated_string:
        case Kind::format_specifier:
        case Kind::format_expression:
        case Kind::type_conversion:
        case Kind::other: return take_children(expression);
        case Kind::integer:
        case Kind::float_:
        case Kind::true_:
        case Kind::false_:
        case Kind::none:
        case Kind::ellipsis: return;
        default: return refuse(expression, "does more than to give a value");
    }
}

void Carried::take_children(Node node) {
    const bool always = always_;
    for (const Node child : node.children()) take(child, always);
}

void Carried::take_name(Node identifier) {
    if (may_change(identifier)) carry(identifier);  // others are looked up when the effect happens
}

void Carried::take_attribute(Node node) {
    const Node root = root_of(node);
    if (!root.is(Kind::identifier)) {
        if (facts_.value(node.child(Field::object)).is_tensor() && is_in_graph(node)) return carry(node);
        return take(node.child(Field::object), always_);
    }
    if (!may_change(root)) return;
    if (facts_.value(node.child(Field::object)).is_tensor() && facts_.value(node).is(values::Kind::unknown))
        return refuse(node, "is not the same in a graph");
    carry(node);
}

void Carried::take_call(Node call) {
    const Node callee = syntax::Call{call}.function();
    const bool always = always_;
    const Node receiver = callee.child(Field::object);
    const bool of_text =
        callee.is(Kind::attribute) && (receiver.is(Kind::string) || receiver.is(Kind::concatenated_string));
    if (!of_text && !only_gives_a_value(facts_.row_of(call))) {
        // Evaluated where it was, once: that changes nothing, whatever it does. But it has to give what can be carried.
        if (always && is_method_of_tensors(facts_, call)) return carry(call);
        return refuse(call, "may do more than to give a value");
    }
    if (callee.is(Kind::attribute) && always && facts_.value(receiver).is_tensor() && describes(*facts_.row_of(call)))
        return carry(call);
    if (callee.is(Kind::attribute))
        take(receiver, always);
    else if (!callee.is(Kind::identifier) || is_local(callee))
        return refuse(call, "may do more than to give a value");
    take(syntax::Call{call}.arguments(), always);
}

void Carried::carry(Node node) {
    const values::Value value = facts_.value(node);
    if (!can_be_carried(value)) return refuse(node, "cannot be carried by a graph");
    if (!always_ && root_of(node).is(Kind::identifier)) {
        const names::Binding* variable = facts_.variable(root_of(node));
        if (variable && !facts_.must_defined().before(statement_, variable->text))
            return refuse(node, "may not be assigned yet");
    }
    std::string argument = on_one_line(node, {});
    const bool is_number = only_numbers_ || ends_as_number(facts_, node), detached = is_detached(facts_, node);
    if (may_require_grad(value) && is_number && !detached) {
        const bool atom = node.is(Kind::identifier) || node.is(Kind::attribute) || node.is(Kind::call) ||
                          node.is(Kind::subscript) || node.is(Kind::parenthesized_expression);
        argument = (atom ? argument : "(" + argument + ")") + ".detach()";
    }
    const Node chain = chain_from(node);
    const bool shows = !is_number && !detached && !ends_as_number(facts_, chain) && !is_detached(facts_, chain);
    const auto same = std::ranges::find(values_, argument, &Value::argument);
    if (same != values_.end()) return values_.push_back({node, same->parameter, argument, shows});
    std::string parameter(node.is(Kind::identifier) ? node.text() : "value");
    const std::string stem = parameter;
    for (int i = 2; std::ranges::find(values_, parameter, &Value::parameter) != values_.end() ||
                    (stem == "value" && mentions(statement_, parameter));
         ++i)
        parameter = stem + "_" + std::to_string(i);
    values_.push_back({node, std::move(parameter), std::move(argument), shows});
}

std::string Carried::text(Node expression) const {
    std::vector<Replacement> replaced;
    for (const Value& value : values_)
        if (syntax::is_within(value.node, expression)) replaced.push_back({value.node.span(), value.parameter});
    return on_one_line(expression, std::move(replaced));
}

namespace {

template <class Values, class Member>
std::string joined(const Values& values, Member member) {
    std::string result;
    std::vector<std::string_view> seen;
    for (const auto& value : values) {
        if (std::ranges::find(seen, value.parameter) != seen.end()) continue;
        seen.push_back(value.parameter);
        result += (result.empty() ? "" : ", ") + value.*member;
    }
    return result;
}

}  // namespace

std::string Carried::parameters() const { return joined(values_, &Value::parameter); }

std::string Carried::arguments() const { return joined(values_, &Value::argument); }

}  // namespace transforms
