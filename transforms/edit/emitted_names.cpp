#include "transforms/edit/emitted_names.h"

#include <algorithm>

namespace transforms::edit {

namespace {

constexpr std::string_view torch_module = "torch";

// An import in an `if` or a `try` may not have happened.
bool is_at_the_top(const names::Occurrence& occurrence) {
    return occurrence.import->statement.parent().is(syntax::Kind::module);
}

bool is_module(const names::Binding& binding, std::string_view module) {
    const auto imports_it = [&](const names::Occurrence& occurrence) {
        return occurrence.kind == names::BindingKind::import && occurrence.import->target == module;
    };
    return !binding.rebound_inside && std::ranges::all_of(binding.occurrences, imports_it) &&
           std::ranges::any_of(binding.occurrences, is_at_the_top);
}

}  // namespace

bool is_hidden(const names::Scope& from, names::Name name) {
    for (const names::Scope* scope = &from; scope->enclosing; scope = scope->enclosing)
        if ((scope == &from || scope->kind != names::ScopeKind::class_) && scope->find(name)) return true;
    return false;
}

std::optional<std::string_view> torch_name(const names::Module& names, syntax::Node function) {
    return module_name(names, function, torch_module);
}

std::optional<std::string_view> module_name(const names::Module& names, syntax::Node function,
                                            std::string_view module) {
    const names::Scope* scope = names.scope_of(function);
    if (!scope) return std::nullopt;
    std::optional<std::string_view> found;
    for (const names::Import& import : names.imports()) {
        const names::Reference bound = import.target == module ? names.resolve(import.name) : names::Reference{};
        if (!bound || bound.scope != &names.top() || !is_module(bound.binding(), module)) continue;
        if (!is_hidden(*scope, bound.binding().name) && (!found || bound.binding().text == module))
            found = bound.binding().text;
    }
    return found;
}

std::string unused_name(const names::Module& names, std::string wish) {
    while (names.name(wish)) wish += "_";
    return wish;
}

}  // namespace transforms::edit
