#include "transforms/edit/emitted_names.h"

#include <algorithm>

namespace transforms::edit {

namespace {

constexpr std::string_view torch_module = "torch";

bool is_torch_import(const names::Occurrence& occurrence) {
    return occurrence.kind == names::BindingKind::import && occurrence.import->target == torch_module;
}

// An import in an `if` or a `try` may not have happened.
bool is_at_the_top(const names::Occurrence& occurrence) {
    return occurrence.import->statement.parent().is(syntax::Kind::module);
}

bool is_torch(const names::Binding& binding) {
    return !binding.rebound_inside && std::ranges::all_of(binding.occurrences, is_torch_import) &&
           std::ranges::any_of(binding.occurrences, is_at_the_top);
}

bool is_hidden(const names::Scope& from, names::Name name) {
    for (const names::Scope* scope = &from; scope->enclosing; scope = scope->enclosing)
        if ((scope == &from || scope->kind != names::ScopeKind::class_) && scope->find(name)) return true;
    return false;
}

}  // namespace

std::optional<std::string_view> torch_name(const names::Module& names, syntax::Node function) {
    const names::Scope* scope = names.scope_of(function);
    if (!scope) return std::nullopt;
    std::optional<std::string_view> found;
    for (const names::Import& import : names.imports()) {
        const names::Reference bound = import.target == torch_module ? names.resolve(import.name) : names::Reference{};
        if (!bound || bound.scope != &names.top() || !is_torch(bound.binding())) continue;
        if (!is_hidden(*scope, bound.binding().name) && (!found || bound.binding().text == torch_module))
            found = bound.binding().text;
    }
    return found;
}

std::string unused_name(const names::Module& names, std::string wish) {
    while (names.name(wish)) wish += "_";
    return wish;
}

}  // namespace transforms::edit
