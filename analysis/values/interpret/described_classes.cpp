#include "analysis/values/declared/usage.h"
#include "analysis/values/interpret/frame.h"

#include <algorithm>
#include <string>

// Names that lead out of the bodies in progress: into the module, into classes, and out of the file.

namespace values {

namespace {

// Rows named "*.get_logger" hold for whatever ends so, wherever it comes from.
const torch::Row* by_convention(std::string_view dotted, const torch::Knowledge& knowledge) {
    const std::size_t dot = dotted.rfind('.');
    return dot == std::string_view::npos ? nullptr : torch::find("*" + std::string(dotted.substr(dot)), knowledge);
}

}  // namespace

Value Interpreter::external(std::string_view dotted) {
    if (const auto found = externals_.find(dotted); found != externals_.end()) return found->second;
    const std::string_view kept = store().text(std::string(dotted));
    const torch::Row* row = torch::find(torch::canonical(kept, options_.torch), options_.torch);
    if (!row) row = by_convention(kept, options_.torch);
    const Value made = store().api(kept, row);
    externals_.emplace(kept, made);
    return made;
}

// The same for a function whose code is there: what it finds out, behind an `except` for old releases, is agreed on.
const torch::Row* Interpreter::convention_of(syntax::Node function) {
    const auto [known, inserted] = conventions_.try_emplace(function, nullptr);
    const syntax::Node name = function.child(syntax::Field::name);
    if (inserted && name) known->second = by_convention(std::string(".").append(name.text()), options_.torch);
    return known->second;
}

Value Interpreter::external_member(Value api, std::string_view name) {
    std::string dotted(api.api().name);
    // `while tb: tb = tb.tb_next` would go on for ever.
    if (!api.api().row && std::ranges::count(dotted, '.') >= max_parts) return unknown();
    const Value known = external(dotted.append(".").append(name));
    if (is_replaced(dotted)) return unknown();
    if (api.api().row || !yields(known)) return known;
    if (const names::File* file = find_file(api.api().name, *program_.files_.front()))
        if (const auto member = member_of(*file, name)) return *member;
    return known;
}

const torch::Row* Interpreter::method_of_tensors(std::string_view name) {
    const auto [found, inserted] = methods_of_tensors_.try_emplace(name, nullptr);
    if (inserted) found->second = values::method_of_tensors(name, options_.torch);
    return found->second;
}

Value Interpreter::external_instance(std::string_view class_name) {
    const Api& class_ = external(class_name).api();
    return store().api(class_.name, class_.row, Kind::foreign);
}

Value Interpreter::builtin(std::string_view name) {
    std::string dotted(torch::builtins);
    dotted.append(".").append(name);
    // A name that neither the file nor the knowledge has may come from a star import.
    const torch::Row* row = torch::find(dotted, options_.torch);
    return row && !is_replaced(dotted) ? external(row->name) : unknown();
}

// An option that is set stays what it is.
bool Interpreter::is_replaced(std::string_view dotted) const {
    if (!rebound_.has_member(dotted)) return false;
    const torch::Row* row = torch::find(torch::canonical(dotted, options_.torch), options_.torch);
    const auto role = row ? row->role : torch::Role::none;
    return role != torch::Role::captures_scalars && role != torch::Role::captures_shapes &&
           role != torch::Role::allows_rnn;
}

syntax::Node Interpreter::function_named(syntax::Node identifier) const {
    if (!identifier.is(syntax::Kind::identifier)) return {};
    const names::Reference reference = file_of(identifier).names().resolve(identifier);
    if (!reference || reference.scope->kind == names::ScopeKind::class_ || reference.binding().occurrences.size() != 1)
        return {};
    const names::Occurrence& only = reference.binding().occurrences.front();
    if (only.kind == names::BindingKind::function) return only.node.parent();
    const auto assignment = syntax::as<syntax::Assignment>(only.node.parent());
    const bool is_lambda =
        assignment && assignment->target() == only.node && assignment->value().is(syntax::Kind::lambda);
    return is_lambda ? assignment->value() : syntax::Node{};
}

Value Interpreter::global(const names::Reference& reference) {
    const names::Scope& scope = *reference.scope;
    const names::Binding& binding = reference.binding();
    if (binding.rebound_inside) return unknown();
    if (scope.kind == names::ScopeKind::module && is_here(scope.owner) && rebound_.globals.contains(binding.text))
        return unknown();
    if (scope.kind == names::ScopeKind::module && !is_here(scope.owner))
        return variable_of(file_of(scope.owner), binding);
    if (scope.kind == names::ScopeKind::module && module_frame_ && module_frame_->state()) {
        const Value value = module_frame_->state()->slots[reference.slot];
        if (!value.is(Kind::never)) return value;
    }
    if (scope.kind == names::ScopeKind::class_) {
        const Value* found = attribute(class_at(scope.owner), binding.text);
        return found ? *found : unknown();
    }
    // Not bound yet while the module runs; what a definition or an import will bind is known all the same.
    if (scope.kind != names::ScopeKind::module) return unknown();
    const names::Occurrence& only = binding.occurrences.front();
    const auto is_same_import = [&](const names::Occurrence& each) {
        return each.import && each.import->target == only.import->target;
    };
    if (only.import && std::ranges::all_of(binding.occurrences, is_same_import)) return imported(*only.import);
    if (binding.occurrences.size() != 1) return unknown();
    if (only.kind == names::BindingKind::function) return store().function({.node = only.node.parent()});
    if (only.kind == names::BindingKind::class_) return {.kind = Kind::class_, .data = &class_at(only.node.parent())};
    return unknown();
}

}  // namespace values
