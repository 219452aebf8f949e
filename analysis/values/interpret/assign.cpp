#include "analysis/values/interpret/frame.h"

#include <algorithm>
#include <string>

// Targets of assignments, whatever their form.

namespace values {

using syntax::Field;
using SyntaxKind = syntax::Kind;
using syntax::Node;

static bool is_integer(Value value) { return is_static(value) && category(value) == torch::Dtype::integer; }

void Frame::assign(State& state, Node target, Value value) {
    switch (target.kind()) {
        case SyntaxKind::identifier:
            if (const names::Reference reference = resolve(target)) write(state, reference, computed(target, value));
            return;
        case SyntaxKind::attribute: return assign_attribute(state, target, value);
        case SyntaxKind::subscript: return assign_subscript(state, target, value);
        case SyntaxKind::parenthesized_expression:
        case SyntaxKind::list_splat_pattern:
        case SyntaxKind::list_splat:
            if (target.first_child()) assign(state, target.first_child(), unknown());
            return;
        case SyntaxKind::pattern_list:
        case SyntaxKind::tuple_pattern:
        case SyntaxKind::list_pattern:
        case SyntaxKind::tuple:
        case SyntaxKind::list:
        case SyntaxKind::expression_list: return assign_each(state, target, value);
        default: return;
    }
}

void Frame::assign_each(State& state, Node targets, Value value) {
    const std::vector<Node> places = syntax::elements_of(targets);
    std::size_t star = places.size();
    for (std::size_t i = 0; i < places.size(); ++i)
        if (places[i].is(SyntaxKind::list_splat_pattern) || places[i].is(SyntaxKind::list_splat)) star = i;
    if (value.is(Kind::sequence) && value.sequence().exact && star == places.size() &&
        value.sequence().items.size() == places.size()) {
        for (std::size_t i = 0; i < places.size(); ++i) assign(state, places[i], value.sequence().items[i]);
        return;
    }
    const bool exact = value.is(Kind::sequence) && value.sequence().exact;
    const Value item = iterate(value);
    for (std::size_t i = 0; i < places.size(); ++i) {
        if (i == star)
            assign(state, places[i].first_child(), store_.sequence_of(Sequence::Form::list, item));
        else
            assign(state, places[i],
                   exact && i < star && i < value.sequence().items.size() ? value.sequence().items[i] : item);
    }
}

void Frame::assign_attribute(State& state, Node target, Value value) {
    const syntax::Attribute attribute{target};
    const Value object = evaluate(state, attribute.object());
    if (const auto on = truth(value); object.is(Kind::api) && on)
        if (const torch::Row* option = row_of(interpreter_.external_member(object, attribute.name().text())))
            interpreter_.configure(option->role, *on);
    const std::string setter = std::string(attribute.name().text()) + ".__set__";
    const torch::Row* row = member_row(object, setter);
    if (!row) row = member_row(object, "__setattr__");
    emit(Access{.node = target, .object = object, .row = row, .store = true, .value = value});
    if (object.is(Kind::object) && object.object().class_->is_module && value.is_tensor())
        buffer_set(state, target, object, value);
    if (set_by_method(target, object, attribute.name().text(), value)) return;
    if (object.is(Kind::object)) interpreter_.store_attribute(target, attribute.name().text(), value);
    const names::Reference place = resolve(attribute.object());
    if (place && place.scope == &scope_ && !state.slots.empty()) state.set(place.slot, attribute.name().text(), value);
}

// `self.weight = nn.Buffer(w)`: what registers it is a method of the module that nobody calls by name.
void Frame::buffer_set(State& state, Node target, Value module, Value value) {
    const auto made = syntax::as<syntax::Call>(target.parent().child(syntax::Field::right));
    const torch::Row* maker = made ? row_of(quietly(state, made->function())) : nullptr;
    if (!maker || maker->role != torch::Role::buffer_class) return;
    const torch::Row* row = torch::find_member(maker->name, "__set__", interpreter_.options().torch);
    if (row)
        emit(Call{.node = made->node,
                  .callee = unknown(),
                  .row = row,
                  .receiver = module,
                  .arguments = {.positional = {value}, .keywords = {}}});
}

void Frame::assign_subscript(State& state, Node target, Value value) {
    const Value object = subscript(state, target, true);
    const Node owner = syntax::Subscript{target}.object();
    // What is put into a container of a local variable is in it from now on.
    if (object.is(Kind::sequence))
        replace(state, owner,
                store_.sequence_of(object.sequence().form, store_.join(store_.element(object.sequence()), value)));
    if (!object.is(Kind::mapping)) return;
    Mapping changed = object.mapping();
    const auto indices = syntax::Subscript{target}.indices();
    const auto key = indices.size() == 1 ? syntax::plain_string(indices.front()) : std::nullopt;
    if (!key || !changed.put(*key, value)) changed.rest = store_.join(changed.rest, value);
    replace(state, owner, store_.mapping(std::move(changed)));
}

// The container that a variable or an attribute of one names has changed.
void Frame::replace(State& state, Node place, Value value) {
    if (place.is(SyntaxKind::identifier)) {
        if (const names::Reference reference = resolve(place)) write(state, reference, value);
    } else if (const auto attribute = syntax::as<syntax::Attribute>(place)) {
        const names::Reference reference = resolve(attribute->object());
        if (reference && reference.scope == &scope_ && !state.slots.empty())
            state.set(reference.slot, attribute->name().text(), value);
    }
}

// An attribute of a module, or a variable of the file: Dynamo compiles for the value that an int has there. Those of
// other objects become symbols, as arguments do.
bool Frame::is_specialized(State& state, Node target) {
    if (const auto attribute = syntax::as<syntax::Attribute>(target)) {
        const Value object = quietly(state, attribute->object());
        if (!object.is(Kind::object) || !object.object().class_->is_module) return false;
        // What another method sets anew may start from there in each call.
        const auto& ancestors = object.object().class_->ancestors;
        return std::ranges::none_of(
            ancestors, [&](const Class* class_) { return class_->rewritten.contains(attribute->name().text()); });
    }
    const names::Reference variable = target.is(SyntaxKind::identifier) ? resolve(target) : names::Reference{};
    return variable && variable.scope->kind == names::ScopeKind::module;
}

void Frame::augmented(State& state, Node node) {
    const syntax::AugmentedAssignment view{node};
    const Node target = view.target();
    const Value before = target.is(SyntaxKind::subscript) ? subscript(state, target, false) : evaluate(state, target);
    const Value operand = evaluate(state, view.value());
    const auto made = by_operator(node, view.op(), before, operand, true);
    Value after = made ? *made : operation(node, view.op(), before, operand);
    if (is_integer(before) && is_specialized(state, target)) emit(Counter{.node = target});
    // `x += y` writes into a tensor: its shape and dtype stay what they are, or it raises.
    if (before.is_tensor()) {
        after = before;
        after.likely = before.likely;
    }
    if (target.is(SyntaxKind::subscript) && !before.is_tensor()) return assign_subscript(state, target, after);
    if (!target.is(SyntaxKind::subscript)) assign(state, target, after);
}

void Frame::delete_(State& state, Node node) {
    if (node.is(SyntaxKind::identifier)) assign(state, node, unknown());
    if (node.is(SyntaxKind::subscript)) subscript(state, node, true);
    if (const auto attribute = syntax::as<syntax::Attribute>(node))
        (void)special(node, evaluate(state, attribute->object()), "__delattr__",
                      {.positional = {store_.literal(attribute->name().text())}, .keywords = {}});
}

}  // namespace values
