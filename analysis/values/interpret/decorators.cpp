#include "analysis/values/interpret/role_call.h"

#include <utility>

// What decorators make of the functions and classes that they stand in front of.

namespace values {

using syntax::Node;
using torch::Role;

// What a decorator makes of a function or class. One that nobody knows is taken to call what it decorates.
Value Frame::decorate(State& state, Node decorator, Value made) {
    const auto as_call = syntax::as<syntax::Call>(decorator);
    const Value maker = evaluate(state, as_call ? as_call->function() : decorator);
    if (maker.is(Kind::function) && !interpreter_.is_here(maker.function().node))
        return decorate_by(state, decorator, maker, made);
    const torch::Row* row = row_of(maker);
    if (row && row->role == Role::no_grad && made.is(Kind::function)) {
        Function function = made.function();
        function.no_grad = true;
        return store_.function(function);
    }
    if (row && row->role == Role::opaque)
        return store_.wrapped({.form = Wrapped::Form::opaque, .target = made, .site = decorator});
    if (row && row->role == Role::patches) (void)evaluate(state, decorator);
    if (row && row->role != Role::compile && row->role != Role::disable && row->role != Role::partial) return made;
    const Value wrapper = evaluate(state, decorator);
    const Value result = apply(state, decorator, wrapper, {.positional = {made}, .keywords = {}});
    return result.is(Kind::function) || result.is(Kind::wrapped) || result.is(Kind::class_) ? result : made;
}

// A decorator of another file is interpreted once for all functions, and once for all else that it decorates.
Value Frame::decorate_by(State& state, Node decorator, Value maker, Value made) {
    const Value anything = interpreter_.external(made.is(Kind::function) ? decorated_function : "<decorated>");
    if (const auto call = syntax::as<syntax::Call>(decorator)) {
        Arguments arguments = evaluate_arguments(state, call->arguments());
        for (Value& value : arguments.positional) value = value.is(Kind::literal) ? constant() : value;
        for (auto& [name, value] : arguments.keywords) value = value.is(Kind::literal) ? constant() : value;
        maker = apply(state, decorator, maker, arguments);
    }
    const Value result = apply(state, decorator, maker, {.positional = {anything}, .keywords = {}});
    if (result.is(Kind::wrapped) && result.wrapped().target == anything) {
        Wrapped wrapped = result.wrapped();
        wrapped.target = made;
        if (wrapped.form == Wrapped::Form::compiled && final_ && !activation_.compiled) interpreter_.add_entry(wrapped);
        return store_.wrapped(std::move(wrapped));
    }
    if (!result.is(Kind::function)) return made;
    Function function = result.function();
    function.environment = replaced(function.environment, anything, made);
    return store_.function(function);
}

// The same variables, with another value for one.
const Environment* Frame::replaced(const Environment* environment, Value old, Value value) {
    if (!environment) return nullptr;
    Environment made = *environment;
    made.enclosing = replaced(made.enclosing, old, value);
    for (std::size_t slot = 0; slot < made.slots.size(); ++slot)
        if (made.slots[slot] == old) made.slots.set(slot, value);
    return store_.environment(std::move(made));
}

// What its decorators made of a method when its class was defined, which is not now.
Value Frame::decorated(Node definition, Value method) {
    const bool final = std::exchange(final_, false);
    State nothing;
    for (auto decorators = syntax::decorators_of(definition); !decorators.empty(); decorators.pop_back())
        method = decorate(nothing, decorators.back(), method);
    final_ = final;
    return method;
}

}  // namespace values
