#include "analysis/values/interpret/frame.h"

// Comprehensions: what they make, and what becomes of them in a function that is left to eager.

namespace values {
namespace {

using syntax::Field;
using syntax::Node;
using SyntaxKind = syntax::Kind;

Sequence::Form form_of(Node comprehension) {
    if (comprehension.is(SyntaxKind::list_comprehension)) return Sequence::Form::list;
    return comprehension.is(SyntaxKind::set_comprehension) ? Sequence::Form::set : Sequence::Form::iterator;
}

Node iterable_of(Node comprehension) {
    return syntax::unparenthesized(comprehension.child(SyntaxKind::for_in_clause).child(Field::right));
}

// Code of its own that is written in a comprehension; of the names it uses only the variables of functions are known
// there.
bool is_nested(Node node, Node comprehension) {
    for (Node child = node, parent = node.parent(); child != comprehension; child = parent, parent = parent.parent()) {
        const bool first = child.is(SyntaxKind::for_in_clause) && is_within(node, iterable_of(parent));
        const bool opens = parent.is(SyntaxKind::lambda) || parent.is(SyntaxKind::generator_expression) ||
                           parent.is(SyntaxKind::list_comprehension) || parent.is(SyntaxKind::set_comprehension) ||
                           parent.is(SyntaxKind::dictionary_comprehension);
        if (opens && !first && parent != comprehension) return true;
    }
    return false;
}

}  // namespace

Value Frame::comprehension(State& state, Node node) {
    const names::Scope* scope = file_of(node).names().scope_of(node);
    if (!scope) return unknown();
    const Value produced = this->produced(state, node, *scope);
    if (scope_.kind != names::ScopeKind::comprehension) set_apart(state, node);
    if (node.is(SyntaxKind::dictionary_comprehension)) return store_.mapping({.items = {}, .rest = produced});
    return store_.sequence_of(form_of(node), produced);
}

// What it gives, kept until the next time: one in another is run again and again before the states of that are final.
Value Frame::produced(State& state, Node node, const names::Scope& scope) {
    Frame* outermost = this;
    while (outermost->outer_) outermost = outermost->outer_;
    std::vector<State> before = around(state);
    const auto known = outermost->produced_.find(node);
    if (!final_ && known != outermost->produced_.end() && known->second.around == before) return known->second.value;
    Frame inner(interpreter_, scope, activation_, this, &state);
    const Value made =
        inner.run(interpreter_.graph(node), {.slots = Slots(scope.bindings.size(), never()), .paths = {}});
    if (around(state) == before) outermost->produced_.insert_or_assign(node, Produced{std::move(before), made});
    return made;
}

// All that the names in a comprehension may stand for: the state here, and those further out.
std::vector<State> Frame::around(const State& state) const {
    std::vector<State> states{state};
    for (const Frame* at = this; at->outer_; at = at->outer_) states.push_back(*at->outer_state_);
    return states;
}

void Frame::set_apart(State& state, Node node) {
    if (!final_ || !activation_.compiled || !interpreter_.options().comprehensions_are_frames) return;
    if (node.is(SyntaxKind::generator_expression)) return;
    const std::string_view class_name = class_iterated(iterable_of(node));
    const torch::Row* row =
        class_name.empty() ? nullptr : torch::find_member(class_name, "__iter__", interpreter_.options().torch);
    if (!row) return;
    const bool likely = interpreter_.recorded(iterable_of(node)).likely;
    if (const Value drawn = drawing(state, node); !drawn.is(Kind::never))
        emit(Comprehension{.node = node, .row = row, .likely = likely || drawn.likely});
}

// Whose iterator it is that a comprehension gets. A display of a list is a tuple there, since nobody else sees it.
std::string_view Frame::class_iterated(Node iterable) const {
    const Value value = interpreter_.recorded(iterable);
    if (iterable.is(SyntaxKind::list)) return {};
    const auto call = syntax::as<syntax::Call>(iterable);
    if (!call || !value.is(Kind::sequence)) return known_class(value);
    const Value callee = interpreter_.recorded(call->function());
    const bool made = value.sequence().form == Sequence::Form::iterator;
    if (callee.is(Kind::bound)) return known_class(made ? callee.bound().receiver : value);
    const torch::Row* row = row_of(callee);
    return row && (made || row->gives == torch::Gives::elements) ? row->name : known_class(value);
}

// The first of its variables, or of the modules it names, for which Dynamo compiles a comprehension; certain before
// likely.
Value Frame::drawing(State& state, Node node) {
    const Node iterable = iterable_of(node);
    Value found = never();
    for (std::uint32_t i = node.index(); i < node.end_index() && (found.is(Kind::never) || found.likely); ++i) {
        const Node name = node.tree()->node(i);
        if (!name.is(SyntaxKind::identifier) || is_within(name, iterable)) continue;
        const names::Reference reference = resolve(name);
        if (!reference || is_within(reference.scope->owner, node)) continue;
        const bool global = reference.scope->kind == names::ScopeKind::module;
        if (global && is_nested(name, node)) continue;
        const Value value = interpreter_.resolved(read(state, reference));
        const bool draws =
            global ? value.is(Kind::api) && torch::draws_dynamo(value.api().name, interpreter_.options().torch)
                   : draws_dynamo(value);
        if (draws && (found.is(Kind::never) || !value.likely)) found = value;
    }
    return found;
}

}  // namespace values
