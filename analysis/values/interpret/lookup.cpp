#include "analysis/values/interpret/frame.h"

// Variables: of this body, of the bodies around it, of the functions it is nested in, of the module, and builtins.

namespace values {

using syntax::Node;

const names::File& Frame::file_of(Node node) const {
    return node.tree() == &file_.tree() ? file_ : interpreter_.file_of(node);
}

Value Frame::read(State& state, Node identifier) {
    const names::Reference reference = resolve(identifier);
    if (!reference) return interpreter_.unbound(identifier.text(), file_of(identifier));
    const Value found = read(state, reference);
    // A variable of a class or module that is not bound yet is looked up further out.
    if (found.is(Kind::never)) return reference.scope == &scope_ ? unknown() : interpreter_.builtin(identifier.text());
    // `config_class = Config`: what it leads to is found out when the variable is read.
    const bool is_passed_on =
        identifier.field() == syntax::Field::right && identifier.parent().is(syntax::Kind::assignment);
    return is_passed_on ? found : interpreter_.resolved(found);
}

Value Frame::read(State& state, const names::Reference& reference) {
    // Annotations and decorators are evaluated with an empty state, away from the body that runs.
    if (reference.scope == &scope_ && !state.slots.empty()) return state.slots[reference.slot];
    if (outer_) return outer_->read(*outer_state_, reference);
    for (const Environment* at = activation_.function.environment; at; at = at->enclosing)
        if (at->scope == reference.scope) return at->slots[reference.slot];
    return interpreter_.global(reference);
}

void Frame::write(State& state, const names::Reference& reference, Value value) {
    if (reference.scope == &scope_ && !state.slots.empty())
        state.assign(reference.slot, value);
    else if (outer_)
        outer_->write(*outer_state_, reference, value);
    // What `global` and `nonlocal` write is not followed: those variables are unknown to begin with (global()).
}

// The variables that functions nested in this body can see. Those that nobody captures are left out, so that closures
// that differ in nothing are equal.
const Environment* Frame::environment_here(const State& state) {
    if (scope_.kind == names::ScopeKind::module) return nullptr;
    if (scope_.kind == names::ScopeKind::class_)
        return outer_ ? outer_->environment_here(*outer_state_) : activation_.function.environment;
    if (captured_.size() != state.slots.size()) {
        captured_ = store_.nothing_known(state.slots.size());
        captured_from_ = {};
    }
    state.slots.differences(captured_from_, [&](std::size_t slot, Value value) {
        const names::Binding& binding = scope_.bindings[slot];
        if (binding.captured && !binding.rebound_inside) captured_.set(slot, value.is(Kind::never) ? unknown() : value);
    });
    captured_from_ = state.slots;
    const Environment* enclosing = outer_ ? outer_->environment_here(*outer_state_) : activation_.function.environment;
    const Environment* made = store_.environment({.scope = &scope_, .enclosing = enclosing, .slots = captured_});
    if (made->slots == captured_) captured_ = made->slots;  // shared with what is made of the same elsewhere
    return made;
}

// What the module has bound so far may be another thing behind the star.
void Frame::import_all(State& state, const names::Import& star) {
    for (std::size_t slot = 0; slot < state.slots.size(); ++slot) {
        if (state.slots[slot].is(Kind::never)) continue;
        if (const auto value = interpreter_.brought(star, scope_.bindings[slot].text))
            state.assign(static_cast<std::uint32_t>(slot), *value);
    }
}

void Frame::import(State& state, Node statement) {
    for (const names::Import& star : scope_.star_imports)
        if (star.statement == statement) import_all(state, star);
    for (const Node name : subtree(statement)) {
        if (!name.is(syntax::Kind::identifier)) continue;
        const names::Reference reference = resolve(name);
        if (!reference) continue;
        for (const names::Occurrence& occurrence : reference.binding().occurrences)
            if (occurrence.node == name && occurrence.import)
                write(state, reference, interpreter_.imported(*occurrence.import));
    }
}

}  // namespace values
