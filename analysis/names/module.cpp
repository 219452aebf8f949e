#include "analysis/names/module.h"

#include "analysis/names/walk.h"
#include "analysis/syntax/python.h"

#include <algorithm>

namespace names {

using syntax::Kind;
using syntax::Node;

std::string_view to_string(BindingKind kind) {
    switch (kind) {
        case BindingKind::parameter: return "parameter";
        case BindingKind::import: return "import";
        case BindingKind::function: return "def";
        case BindingKind::class_: return "class";
        case BindingKind::assignment: return "assignment";
        case BindingKind::declaration: return "declaration";
        case BindingKind::augmented: return "augmented";
        case BindingKind::loop: return "for";
        case BindingKind::with: return "with";
        case BindingKind::except: return "except";
        case BindingKind::match: return "match";
        case BindingKind::walrus: return "walrus";
        case BindingKind::delete_: return "del";
        case BindingKind::type_alias: return "type";
        case BindingKind::type_parameter: return "type-parameter";
    }
    return "";
}

std::string_view to_string(ScopeKind kind) {
    switch (kind) {
        case ScopeKind::module: return "module";
        case ScopeKind::class_: return "class";
        case ScopeKind::function: return "function";
        case ScopeKind::lambda: return "lambda";
        case ScopeKind::comprehension: return "comprehension";
        case ScopeKind::type_parameters: return "type-parameters";
    }
    return "";
}

const Binding* Scope::find(Name name) const {
    const auto found =
        std::find_if(bindings.begin(), bindings.end(), [=](const Binding& it) { return it.name == name; });
    return found == bindings.end() ? nullptr : &*found;
}

Module::Module(const syntax::Tree& tree) : tree_(&tree) {
    Draft draft(*this);
    walk(tree, draft);
}

const Scope* Module::scope_of(Node owner) const {
    if (!owner || owner.is(Kind::identifier)) return nullptr;
    const std::uint32_t scope = by_node_[owner.index()];
    return scope == 0 ? nullptr : &scopes_[scope - 1];
}

const Module::Symbol* Module::symbol_at(Node identifier) const {
    if (!identifier.is(Kind::identifier)) return nullptr;
    const std::uint32_t symbol = by_node_[identifier.index()];
    return symbol == 0 ? nullptr : &symbols_[symbol - 1];
}

Reference Module::resolve(Node identifier) const {
    const Symbol* symbol = symbol_at(identifier);
    return symbol ? symbol->reference : Reference{};
}

const Scope* Module::scope_at(Node identifier) const {
    const Symbol* symbol = symbol_at(identifier);
    return symbol ? &scopes_[symbol->scope] : nullptr;
}

std::optional<Name> Module::name_at(Node identifier) const {
    const Symbol* symbol = symbol_at(identifier);
    return symbol ? std::optional(symbol->name) : std::nullopt;
}

std::optional<std::string> Module::qualified(Node expression) const {
    if (const auto attribute = syntax::as<syntax::Attribute>(expression)) {
        auto object = qualified(attribute->object());
        if (object) object->append(".").append(attribute->name().text());
        return object;
    }
    const Reference root = resolve(expression);
    if (!root) return std::nullopt;
    const auto occurrences = root.binding().occurrences;
    const Import* first = occurrences.front().import;
    const auto same = [=](const Occurrence& it) { return it.import && it.import->target == first->target; };
    if (!first || !std::all_of(occurrences.begin(), occurrences.end(), same)) return std::nullopt;
    return std::string(first->target);
}

std::string Module::qualified_name(const Scope& scope) const {
    const std::string outer = scope.enclosing ? qualified_name(*scope.enclosing) : "";
    const bool named = scope.kind == ScopeKind::class_ || scope.kind == ScopeKind::function;
    if (!named && scope.kind != ScopeKind::lambda) return outer;
    const std::string_view own = named ? scope.owner.child(syntax::Field::name).text() : "<lambda>";
    return outer.empty() ? std::string(own) : outer + "." + std::string(own);
}

}  // namespace names
