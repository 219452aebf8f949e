#include "analysis/syntax/tree.h"
#include "analysis/values/interpret/frame.h"

#include <utility>

// Functions that a module runs in front of or behind its forward: compiled with it, whoever calls them.
//
//     layer.register_forward_hook(functools.partial(self.keep, name=name))

namespace values {
namespace {

using syntax::Node;
using torch::Role;

// A call that hands a hook to a module, by its method; nothing of others.
std::optional<Role> registers(Node node, const torch::Knowledge& knowledge) {
    const auto call = syntax::as<syntax::Call>(node);
    const auto method = call ? syntax::as<syntax::Attribute>(call->function()) : std::nullopt;
    const torch::Row* row =
        method ? torch::find_member(torch::module_class, method->name().text(), knowledge) : nullptr;
    const bool is_hook = row && (row->role == Role::forward_hook || row->role == Role::forward_pre_hook);
    return is_hook && call->arguments().first_child() ? std::optional(row->role) : std::nullopt;
}

// The class whose method the code is part of; null outside of classes.
const names::Scope* class_around(const names::Scope* scope) {
    while (scope && scope->kind != names::ScopeKind::class_) scope = scope->enclosing;
    return scope;
}

// What a module calls its hook with: itself, what it was given, and what it gives.
Arguments given_to(Role role, Store& store) {
    const Value tensor{.kind = Kind::tensor, .likely = true};
    Arguments given{.positional = {unknown(), store.sequence_of(Sequence::Form::tuple, tensor)}, .keywords = {}};
    if (role == Role::forward_hook) given.positional.push_back(tensor);
    return given;
}

}  // namespace

// Of a class of modules, in whose methods it registers hooks, those are entered with its forward.
void Interpreter::enter_hooks(Frame& frame) {
    if (program_.tree().source().text().find("_hook(") == std::string_view::npos) return;
    for (const Node node : subtree(program_.tree().root())) {
        const auto role = registers(node, options_.torch);
        const Node function = role ? syntax::function_of(node) : Node{};
        const names::Scope* owner = function ? class_around(names().scope_of(function)) : nullptr;
        if (!owner || !class_at(owner->owner).is_module) continue;
        const bool is_compiled = compiled_classes_.contains(&class_at(owner->owner));
        if (!is_compiled && !options_.entries_forward) continue;
        enter_hook(node, *role, is_compiled ? Entered::compiled : Entered::forward, frame);
    }
}

void Interpreter::enter_hook(Node call, Role role, Entered by, Frame& frame) {
    Value hook = recorded(syntax::Call{call}.arguments().first_child());
    Arguments given = given_to(role, store());
    if (hook.is(Kind::wrapped) && hook.wrapped().form == Wrapped::Form::partial) {
        const Wrapped& partial = hook.wrapped();
        given.positional.insert(given.positional.begin(), partial.arguments.begin(), partial.arguments.end());
        given.keywords = partial.keywords;
        hook = partial.target;
    }
    const auto target = target_of(hook);
    if (!target) return;
    if (!target->self.is(Kind::never)) given.positional.insert(given.positional.begin(), target->self);
    const Node definition = target->function.node;
    const Activation* activation = interpret(target->function, frame.bind_arguments(definition, given), true);
    if (activation) put_entry({.activation = activation, .site = call, .by = by});
}

}  // namespace values
