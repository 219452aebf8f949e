#include "analysis/effects/method_target.h"

#include "analysis/function/function_facts.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"

#include <algorithm>
#include <array>
#include <set>

namespace effects {

using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

constexpr std::array<std::string_view, 4> plain_bases{"torch.nn.Module", "torch.nn.modules.module.Module", "abc.ABC",
                                                      "object"};
constexpr std::array<std::string_view, 2> of_no_object{"@staticmethod", "@classmethod"};

// What the only assignment, `def` or `class` of a name at the top of the module binds it to; or none.
Node bound_at_top(const names::Module& names, Node identifier) {
    const names::Reference reference = identifier.is(Kind::identifier) ? names.resolve(identifier) : names::Reference{};
    const bool once = reference && reference.scope == &names.top() && reference.binding().is_bound_once();
    return once ? reference.binding().occurrences.front().node.parent() : Node{};
}

// A class that no decorator has changed.
Node plain_class(const names::Module& names, Node identifier) {
    const Node bound = bound_at_top(names, identifier);
    return bound.is(Kind::class_definition) && bound.parent().is(Kind::module) ? bound : Node{};
}

// `self` in a method, or `scorer` behind `scorer = Scorer()`: of what class of the file it probably is.
Node class_of(const names::Module& names, Node identifier) {
    const names::Reference reference = identifier.is(Kind::identifier) ? names.resolve(identifier) : names::Reference{};
    if (!reference || !reference.binding().is_bound_once()) return {};
    const Node bound = reference.binding().occurrences.front().node;
    if (const auto assignment = syntax::as<syntax::Assignment>(bound.parent());
        assignment && assignment->value().is(Kind::call) && bound_at_top(names, identifier))
        return plain_class(names, syntax::Call{assignment->value()}.function());
    const bool is_parameter = reference.binding().occurrences.front().kind == names::BindingKind::parameter;
    Node function = reference.scope->owner;
    if (!is_parameter || reference.slot != 0) return {};
    if (function.parent().is(Kind::decorated_definition)) function = function.parent();
    for (const Node each : function.children())
        if (each.is(Kind::decorator) && std::ranges::find(of_no_object, each.text()) != of_no_object.end()) return {};
    const Node around = function.parent().parent();
    return around.is(Kind::class_definition) ? plain_class(names, around.child(Field::name)) : Node{};
}

// Nothing that a class above it does takes the place of its methods.
bool has_plain_bases(const names::Module& names, Node class_definition) {
    const Node bases = class_definition.child(Field::superclasses);
    for (Node base = bases ? bases.first_child() : Node{}; base; base = base.next_sibling()) {
        const auto name = names.qualified(base);
        if (std::ranges::find(plain_bases, name ? *name : base.text()) == plain_bases.end()) return false;
    }
    return true;
}

// `self.bonus = ...`, or `setattr(self, name, ...)`, of whatever object: then this one may have its own.
bool may_be_set(const syntax::Tree& tree, std::string_view attribute) {
    for (std::uint32_t i = 0; i < tree.size(); ++i) {
        const Node node = tree.node(i);
        if (node.is(Kind::attribute) && is_target(node) && node.child(Field::attribute).text() == attribute)
            return true;
        if (node.is(Kind::identifier) && (node.text() == "setattr" || node.text() == "__dict__")) return true;
    }
    return false;
}

Node method_of(const names::Module& names, Node class_definition, std::string_view name) {
    const names::Scope* scope = names.scope_of(class_definition);
    const auto find = [&](std::string_view text) {
        const auto known = names.name(text);
        return known ? scope->find(*known) : nullptr;
    };
    const names::Binding* method = find(name);
    if (!method || !method->is_bound_once() || find("__getattribute__")) return {};
    const Node function = method->occurrences.front().node.parent();
    const bool plain = function.is(Kind::function_definition) && function.parent().parent() == class_definition &&
                       function.text().starts_with("def") && !names.scope_of(function)->yields;
    return plain ? function : Node{};
}

}  // namespace

std::optional<CalledMethod> called_method(const names::Module& names, Node call) {
    const auto attribute = syntax::as<syntax::Attribute>(call.child(Field::function));
    const Node made_by = attribute ? class_of(names, attribute->object()) : Node{};
    if (!made_by || !has_plain_bases(names, made_by)) return std::nullopt;
    const std::string_view name = attribute->name().text();
    const Node function = may_be_set(names.tree(), name) ? Node{} : method_of(names, made_by, name);
    if (!function) return std::nullopt;
    return CalledMethod{
        .function = function, .object = attribute->object(), .of_class = made_by.child(Field::name).text()};
}

bool is_overridden(const names::Module& names, const CalledMethod& method) {
    const std::string_view name = method.function.child(Field::name).text();
    std::set<std::string_view> derived{method.of_class};
    for (const Node node : subtree(names.tree().root())) {
        const Node bases = node.is(Kind::class_definition) ? node.child(Field::superclasses) : Node{};
        bool is_derived = false;
        for (const Node base : bases.children()) is_derived = is_derived || derived.contains(base.text());
        if (!is_derived) continue;
        derived.insert(node.child(Field::name).text());
        for (const Node inner : subtree(node.child(Field::body)))
            if (inner.is(Kind::function_definition) && inner.child(Field::name).text() == name) return true;
    }
    return false;
}

}  // namespace effects
