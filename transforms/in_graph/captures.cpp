#include "transforms/in_graph/captures.h"

#include "analysis/effects/grad_history.h"
#include "analysis/effects/traceable.h"
#include "analysis/effects/user_code.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/condition/quantifier.h"
#include "transforms/edit/quote.h"
#include "transforms/edit/splice.h"
#include "transforms/edit/words.h"
#include "transforms/in_graph/capturable.h"

#include <algorithm>
#include <set>
#include <utility>

namespace transforms::in_graph {

using edit::on_one_line;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

Node root_of(Node chain) {
    while (chain.is(Kind::attribute)) chain = chain.child(Field::object);
    return chain;
}

// `any(t.isnan().any() for t in (q, k))`
bool asks_each(const function::Facts& facts, Node call) {
    const auto each = condition::asks_of_each(facts, call) ? condition::read_each(call) : std::nullopt;
    return each && each->names.size() == 1;
}

// `Meter.shown`, which everybody may write, and `Meter.shown.best`.
bool is_of_class(const function::Facts& facts, Node chain) {
    if (!chain.is(Kind::attribute)) return false;
    const Node object = chain.child(Field::object);
    return facts.value(object).is(values::Kind::class_) || is_of_class(facts, object);
}

// `len(batch)`, which may be of an object that tells another length later.
bool counts_unknown(const function::Facts& facts, Node call) {
    const Node argument = syntax::Call{call}.only_argument();
    const torch::Row* row = facts.row_of(call);
    return row && row->gives == torch::Gives::shape_number && syntax::Call{call}.function().is(Kind::identifier) &&
           argument && facts.value(argument).is(values::Kind::unknown);
}

template <class Asked>
bool any_of(Node code, const Asked& asked) {
    for (const Node node : subtree(code))
        if (asked(node)) return true;
    return false;
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

void Carried::refuse(Node node, std::string_view why) { proof_.refuse(edit::quoted(node).append(" ").append(why)); }

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
        case names::BindingKind::import:
            return variable.rebound_inside || value.is(values::Kind::object) ||
                   (!identifier.parent().is(Kind::attribute) && effects::may_hold_objects(facts_, identifier));
        case names::BindingKind::function:
        case names::BindingKind::class_: return variable.rebound_inside;
        default:
            return !once ||
                   !(value.is(values::Kind::literal) || value.is(values::Kind::api) || value.is(values::Kind::logger));
    }
}

void Carried::take(Node expression, bool always) {
    always_ = always;
    if (proof_.refused()) return;
    const bool is_name = expression.is(Kind::identifier) || expression.is(Kind::attribute);
    const bool in_graph = !is_name && effects::is_traced(facts_, expression);
    if (in_graph && (always || is_total(facts_, expression, statement_))) return carry(expression);
    const bool within = only_numbers_;
    only_numbers_ = within || (in_graph && effects::ends_as_number(facts_, expression));
    take_parts(expression, always);
    only_numbers_ = within;
}

void Carried::take_whole(Node whole, Node condition) {
    const bool is_truth =
        effects::is_traced(facts_, condition) && facts_.value(condition).dtype == torch::Dtype::boolean;
    if (!is_truth || any_of(whole, [](Node each) { return each.is(Kind::named_expression); }) ||
        edit::has_long_string(whole))
        return take(whole, true);
    put(whole, whole.span(), on_one_line(whole, {}));
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
        if (effects::is_traced(facts_, node) && (always_ || is_total(facts_, node, statement_))) return carry(node);
        return take(node.child(Field::object), always_);
    }
    if (!may_change(root) && !is_of_class(facts_, node)) return;
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
    if (!of_text && !effects::only_gives_a_value(facts_.row_of(call))) {
        // Evaluated where it was, once: that changes nothing, whatever it does. But it has to give what can be carried.
        if (always && is_method_of_tensors(facts_, call)) return carry(call);
        return refuse(call, "may do more than to give a value");
    }
    if (!of_text && asks_of_caller(facts_, call)) {
        return always && is_told_while_tracing(facts_, call) ? carry(call)
                                                             : refuse(call, "asks of what is around the call");
    }
    if (asks_each(facts_, call)) return take_each(call);
    if (always && counts_unknown(facts_, call)) return carry(call);
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
    const bool is_number = only_numbers_ || effects::ends_as_number(facts_, node);
    if (effects::may_require_grad(value) && is_number && !effects::is_detached(facts_, node)) {
        const bool atom = node.is(Kind::identifier) || node.is(Kind::attribute) || node.is(Kind::call) ||
                          node.is(Kind::subscript) || node.is(Kind::parenthesized_expression);
        argument = (atom ? argument : "(" + argument + ")") + ".detach()";
    }
    put(node, node.span(), std::move(argument), !only_numbers_ && effects::shows_history(facts_, node));
}

// `[t.isnan().any() for t in (q, k)]`, of which Python then asks as many as it needs; or the items, of which it then
// computes what it needs.
void Carried::take_each(Node call) {
    const condition::Each each = *condition::read_each(call);
    const Node arguments = syntax::Call{call}.arguments(), whole = each.lazy ? arguments : arguments.first_child();
    const auto may_be_another = [&](Node node) {
        return node.is(Kind::identifier) && node.field() != Field::attribute &&
               node.text() != each.names.front().text() && may_change(node);
    };
    if (!condition::is_computed_of_each(facts_, each, statement_, always_)) {
        if (!condition::goes_through_tensors(facts_, each) || any_of(each.body, may_be_another))
            return refuse(call, "asks of each what is not known of it");
        const bool within = std::exchange(only_numbers_, true);  // the truth of what is computed is one
        take(each.items, always_);
        only_numbers_ = within;
        return;
    }
    if (edit::has_long_string(whole)) return refuse(call, "has a string that goes on in another line");
    const std::string text = on_one_line(whole, {});
    const text::Span span = whole.span();
    put(whole, each.lazy ? text::Span{span.begin + 1, span.end - 1} : span,  // the parentheses are those of the call
        "[" + text.substr(1, text.size() - 2) + "]");
}

void Carried::put(Node node, text::Span span, std::string argument, bool shows) {
    const auto same = std::ranges::find(values_, argument, &Value::argument);
    if (same != values_.end()) return values_.push_back({node, same->parameter, argument, shows, span});
    std::string parameter(node.is(Kind::identifier) ? node.text() : "value");
    const std::string stem = parameter;
    for (int i = 2; std::ranges::find(values_, parameter, &Value::parameter) != values_.end() ||
                    (stem == "value" && mentions(statement_, parameter));
         ++i)
        parameter = stem + "_" + std::to_string(i);
    values_.push_back({node, std::move(parameter), std::move(argument), shows, span});
}

std::string Carried::text(Node expression) const {
    std::vector<edit::Replacement> replaced;
    for (const Value& value : values_)
        if (syntax::is_within(value.node, expression)) replaced.push_back({value.span, value.parameter});
    return on_one_line(expression, std::move(replaced));
}

namespace {

// One for each parameter.
std::string listed(const std::vector<Carried::Value>& values, std::string Carried::Value::*member) {
    std::vector<std::string> parts;
    std::set<std::string_view> seen;
    for (const Carried::Value& value : values)
        if (seen.insert(value.parameter).second) parts.push_back(value.*member);
    return edit::joined(parts, ", ");
}

}  // namespace

std::string Carried::parameters() const { return listed(values_, &Value::parameter); }

std::string Carried::arguments() const { return listed(values_, &Value::argument); }

}  // namespace transforms::in_graph
