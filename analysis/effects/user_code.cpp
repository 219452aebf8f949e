#include "analysis/effects/user_code.h"

#include "analysis/effects/slot_definitions.h"
#include "analysis/function/record.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "analysis/values/declared/classes.h"

#include <algorithm>
#include <array>

namespace effects {

using function::Facts;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

constexpr int deepest = 4;  // an object may hold itself
// What Python calls for other reasons than to ask an object for something.
constexpr std::array<std::string_view, 12> not_asked{"__init__",    "__new__",     "__post_init__", "__init_subclass__",
                                                     "__setattr__", "__delattr__", "__setitem__",   "__delitem__",
                                                     "__enter__",   "__exit__",    "__call__",      "__set_name__"};
constexpr std::array<std::string_view, 2> asked_by_modules{"extra_repr", "_get_name"};
constexpr std::array<std::string_view, 3> assigned_later{".__str__ =", ".__repr__ =", ".__format__ ="};
constexpr std::array<std::string_view, 6> builtins_that_identify{"isinstance", "issubclass", "type",
                                                                 "id",         "callable",   "hasattr"};
constexpr std::array<std::string_view, 5> builtins_that_tell{"len", "str", "repr", "round", "format"};

// The value, or something that it holds.
template <class Question>
bool any_part(values::Value value, const Question& is_so) {
    const auto any = [&](const auto& parts) {
        return std::ranges::any_of(parts, [&](values::Value each) { return any_part(each, is_so); });
    };
    switch (value.kind) {
        case values::Kind::sequence: {
            const values::Sequence& held = value.sequence();
            return any(held.items) || (!held.exact && held.items.empty() && is_so(values::unknown()));
        }
        case values::Kind::mapping: {
            const values::Mapping& held = value.mapping();
            return std::ranges::any_of(held.items, [&](const auto& each) { return any_part(each.second, is_so); }) ||
                   (!held.rest.is(values::Kind::never) && any_part(held.rest, is_so));
        }
        case values::Kind::choice: return any(value.choice().options);
        case values::Kind::wrapped:
            return std::ranges::any_of(value.wrapped().keywords,
                                       [&](const auto& each) { return any_part(each.second, is_so); });
        default: return is_so(value);
    }
}

// Nothing is known of it, perhaps because it comes from a file that is not there.
bool may_be_anything(values::Value value) {
    return value.is(values::Kind::unknown) || value.is(values::Kind::never) || value.is(values::Kind::super_) ||
           (value.is(values::Kind::api) && !value.api().row);
}

// What is found there may be written by somebody who has no name for it in the function.
bool reaches(values::Value value) {
    return may_be_anything(value) || value.is(values::Kind::object) || value.is(values::Kind::class_) ||
           value.is(values::Kind::mapping) || (value.is(values::Kind::sequence) && !value.sequence().exact);
}

class Asked {
  public:
    explicit Asked(const Facts& facts) : facts_(facts) {}

    [[nodiscard]] bool acts(values::Value value, int depth = 0) const {
        return any_part(value, [&](values::Value each) {
            return may_be_anything(each) || (each.is(values::Kind::object) && acts(*each.object().class_, depth + 1));
        });
    }

  private:
    [[nodiscard]] bool acts(const values::Class& class_, int depth) const {
        if (class_.open || depth > deepest) return true;
        bool shows_attributes = class_.is_module;
        for (const values::Class* each : class_.ancestors) {
            if (has_acting_member(class_, *each, depth) || is_changed_later(*each)) return true;
            const bool plain = syntax::decorators_of(each->node).empty();
            if (!plain && !function::is_dataclass(facts_.program(), *each)) return true;
            shows_attributes = shows_attributes || !plain;
        }
        return shows_attributes && std::ranges::any_of(class_.ancestors, [&](const values::Class* each) {
                   return std::ranges::any_of(each->attributes,
                                              [&](const auto& held) { return acts(held.second, depth); });
               });
    }

    [[nodiscard]] bool has_acting_member(const values::Class& class_, const values::Class& owner, int depth) const {
        return std::ranges::any_of(owner.attributes, [](const auto& each) { return is_asked(each.first); }) ||
               std::ranges::any_of(owner.methods, [&](const auto& each) {
                   return is_asked(each.first) && !only_tells(class_, each.second, depth);
               });
    }

    static bool is_asked(std::string_view name) {
        const bool special = name.size() > 4 && name.starts_with("__") && name.ends_with("__");
        return (special && std::ranges::find(not_asked, name) == not_asked.end()) ||
               std::ranges::find(asked_by_modules, name) != asked_by_modules.end();
    }

    // `Meter.__str__ = show`
    static bool is_changed_later(const values::Class& class_) {
        const std::string_view text = class_.node.tree()->source().text();
        return std::ranges::any_of(assigned_later,
                                   [&](std::string_view each) { return text.find(each) != std::string_view::npos; });
    }

    // `return f"{self.name}: {self.total:.2f}"`, and nothing else but a description in front of it.
    [[nodiscard]] bool only_tells(const values::Class& class_, Node method, int depth) const {
        const auto parameters = syntax::parameters_of(method);
        if (parameters.empty() || !syntax::decorators_of(method).empty()) return false;
        for (const Node statement : syntax::Function{method}.body().children()) {
            const bool describes = statement.is(Kind::expression_statement) && statement.first_child().is(Kind::string);
            if (!describes && !statement.is(Kind::return_statement)) return false;
            for (const Node node : descendants(statement))
                if (!only_tells(class_, node, parameters.front().name.text(), depth)) return false;
        }
        return true;
    }

    [[nodiscard]] bool only_tells(const values::Class& class_, Node node, std::string_view self, int depth) const {
        switch (node.kind()) {
            case Kind::identifier:
                if (node.parent().is(Kind::attribute)) return node.field() == Field::attribute || node.text() == self;
                return node.field() == Field::function && is_builtin(node);
            case Kind::attribute: {
                const std::string_view name = node.child(Field::attribute).text();
                const values::Value* held = class_.attribute(name);
                return node.child(Field::object).is(Kind::identifier) && held && !class_.owner_of(name) &&
                       !acts(*held, depth);
            }
            case Kind::call: return node.child(Field::function).is(Kind::identifier);
            case Kind::argument_list:
            case Kind::parenthesized_expression:
            case Kind::conditional_expression:
            case Kind::boolean_operator:
            case Kind::not_operator:
            case Kind::comparison_operator:
            case Kind::binary_operator:
            case Kind::unary_operator:
            case Kind::tuple:
            case Kind::string:
            case Kind::concatenated_string:
            case Kind::interpolation:
            case Kind::format_specifier:
            case Kind::format_expression:
            case Kind::type_conversion:
            case Kind::integer:
            case Kind::float_:
            case Kind::true_:
            case Kind::false_:
            case Kind::none:
            case Kind::other: return true;
            default: return false;
        }
    }

    [[nodiscard]] bool is_builtin(Node name) const {
        return std::ranges::find(builtins_that_tell, name.text()) != builtins_that_tell.end() &&
               !facts_.program().names_of(name).resolve(name);
    }

    const Facts& facts_;
};

// `Mode.FAST` of an enumeration is more than the number that the class says.
bool is_made_by_library(const Facts& facts, Node node) {
    const values::Value class_ = facts.value(node.child(Field::object));
    return node.is(Kind::attribute) && class_.is(values::Kind::class_) && class_.class_of().open;
}

// A part of a larger expression, which is asked instead: `meter` of `meter.total`, `table` of `table[0]`.
bool is_inner(const Facts& facts, Node node) {
    const Node around = node.parent();
    if (around.is(Kind::attribute)) return true;
    if (around.is(Kind::call)) return node.field() == Field::function;
    if (around.is(Kind::keyword_argument)) return node.field() == Field::name;
    return around.is(Kind::subscript) && node.field() == Field::value && !facts.value(node).is(values::Kind::object) &&
           !facts.value(node).is(values::Kind::unknown);
}

// `queue is None`, `isinstance(queue, Queue)`: which object it is, or of which class.
bool is_only_identified(Node node) {
    const Node parent = node.parent();
    if (parent.is(Kind::comparison_operator)) {
        const Node right = node.op() == syntax::Op::none ? node.next_sibling() : node;
        return right.op() == syntax::Op::is || right.op() == syntax::Op::is_not;
    }
    if (!parent.is(Kind::argument_list)) return false;
    const std::string_view function = parent.parent().child(Field::function).text();
    return std::ranges::find(builtins_that_identify, function) != builtins_that_identify.end();
}

// Of tensors and what is known of torch; and of objects what they compute with.
bool is_fixed_attribute(const Facts& facts, Node attribute) {
    const values::Value object = facts.value(attribute.child(Field::object)), value = facts.value(attribute);
    if (!object.is(values::Kind::object)) return object.is(values::Kind::api) || !reaches(object);
    return value.is_tensor() || value.is(values::Kind::module) || value.is(values::Kind::function) ||
           value.is(values::Kind::bound);
}

// Of the module, unless it is a constant, or written to by an inner function.
bool may_be_rebound(const Facts& facts, Node identifier) {
    if (identifier.field() == Field::attribute || identifier.field() == Field::name) return false;
    const names::Reference reference = facts.program().names_of(identifier).resolve(identifier);
    if (!reference || reference.binding().rebound_inside) return static_cast<bool>(reference);
    if (reference.scope->kind != names::ScopeKind::module) return false;
    const names::Binding& variable = reference.binding();
    switch (variable.occurrences.front().kind) {
        case names::BindingKind::import:
        case names::BindingKind::function:
        case names::BindingKind::class_: return false;
        default: break;
    }
    const values::Value value = facts.value(identifier);
    const bool is_fixed = value.is(values::Kind::literal) || value.is(values::Kind::logger) || value.is_tensor();
    return !variable.is_bound_once() || !is_fixed;
}

}  // namespace

bool may_hold_objects(const Facts& facts, Node expression) {
    return is_made_by_library(facts, expression) || any_part(facts.value(expression), [](values::Value each) {
               return may_be_anything(each) || each.is(values::Kind::object) || each.is(values::Kind::foreign);
           });
}

bool meets_objects(const Facts& facts, Node node) {
    switch (node.kind()) {
        case Kind::attribute: return !is_target(node) && !is_fixed_attribute(facts, node);
        case Kind::subscript: {
            const Node held = node.child(Field::value);  // an attribute speaks for itself: `y.shape[0]`
            return !is_target(node) && !held.is(Kind::attribute) && reaches(facts.value(held));
        }
        case Kind::for_statement: return reaches(facts.value(syntax::For{node}.iterable()));
        case Kind::identifier: return may_be_rebound(facts, node);
        default: return false;
    }
}

bool asks_objects(const Facts& facts, Node expression) {
    const Asked asked(facts);
    const auto acts = [&](values::Value value) {
        return any_part(value, [&](values::Value each) { return each.is(values::Kind::object) && asked.acts(each); });
    };
    for (const Node node : subtree(expression))
        if (!is_inner(facts, node) && !is_only_identified(node) && acts(facts.value(node))) return true;
    return false;
}

Node acting_in(const Facts& facts, Node expression) {
    const Asked asked(facts);
    for (const Node node : subtree(expression)) {
        if (node.is(Kind::attribute) && (runs_code(facts, node) || is_made_by_library(facts, node))) return node;
        const bool gives =
            node.is(Kind::identifier) || node.is(Kind::attribute) || node.is(Kind::call) || node.is(Kind::subscript);
        if (gives && !is_inner(facts, node) && asked.acts(facts.value(node))) return node;
    }
    return {};
}

}  // namespace effects
