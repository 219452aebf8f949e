#include "transforms/outlining/class_statement.h"

#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/edit/quote.h"

#include <algorithm>

namespace transforms::outlining {

using edit::quoted;
using proof::Proof;
using syntax::Field;
using syntax::is_within;
using syntax::Kind;
using syntax::Node;

namespace {

bool is_written(Node target) { return syntax::is_target(target) || target.parent().is(Kind::delete_statement); }

Node without_decorators(Node statement) {
    return statement.is(Kind::decorated_definition) ? statement.child(Field::definition) : statement;
}

void is_made_anew(Node value, Proof& proof) { proof.refuse(quoted(value) + " is made anew with each class"); }

}  // namespace

ClassStatement::ClassStatement(const function::Facts& facts, Node definition)
    : facts_(facts), names_(facts.program().names()), class_{definition},
      whole_(definition.parent().is(Kind::decorated_definition) ? definition.parent() : definition),
      own_(names_.resolve(class_.name())) {}

void ClassStatement::runs_once(Node place, Proof& proof) const {
    has_name_alone(proof);
    names_nothing_local(place, proof);
    asks_no_base(proof);
    is_not_kept(class_.node, proof);
    makes_nothing(class_.body(), proof);
    is_not_changed(proof);
}

// It is used behind the statement alone, and nothing of the module is called so.
void ClassStatement::has_name_alone(Proof& proof) const {
    const Node name = class_.name(), block = whole_.parent();
    if (!own_ || own_.scope->owner != facts_.function() || !own_.binding().is_bound_once())
        return proof.refuse(quoted(name) + " is bound in more than one place");
    for (const Node node : subtree(names_.tree().root())) {
        if (!node.is(Kind::identifier) || node.text() != name.text() || !names_.scope_at(node)) continue;
        const names::Reference found = names_.resolve(node);
        if (!found || found.scope->kind == names::ScopeKind::module || found.scope->kind == names::ScopeKind::class_)
            return proof.refuse("something else in the file is called " + quoted(name));
        if (found == own_ && (!is_within(node, block) || node.span().begin < whole_.span().begin))
            return proof.refuse(quoted(name) + " is used where it may not be defined");
    }
}

// The class statement itself evaluates it, and not a method when it is called.
bool ClassStatement::is_evaluated(Node node) const {
    for (Node at = node.parent(); at && at != whole_; at = at.parent())
        if (at.is(Kind::lambda) || (at.is(Kind::function_definition) && is_within(node, syntax::Function{at}.body())))
            return false;
    return true;
}

// What the class names is its own, or of the module and there already at that place.
void ClassStatement::names_nothing_local(Node place, Proof& proof) const {
    for (const Node node : subtree(whole_)) {
        if (!node.is(Kind::identifier) || !names_.scope_at(node)) continue;
        const names::Reference used = names_.resolve(node);
        if (!used && node.text().starts_with("__") && !node.text().ends_with("__"))
            return proof.refuse(quoted(node) + " is another name outside of the class around it");
        if (!used || is_within(used.scope->owner, whole_) || (used == own_ && !is_evaluated(node)) ||
            node == class_.name())
            continue;
        if (used.scope != &names_.top()) return proof.refuse(quoted(node) + " is a variable of the function around it");
        const auto is_there = [&](const names::Occurrence& each) {
            return each.kind != names::BindingKind::delete_ && each.node.span().end <= place.span().begin;
        };
        const names::Binding& binding = used.binding();
        if (is_evaluated(node) && (binding.rebound_inside || !std::ranges::all_of(binding.occurrences, is_there)))
            return proof.refuse(quoted(node) + " may be something else in front of the function");
    }
}

bool ClassStatement::is_of(Node name, std::initializer_list<std::string_view> paths) const {
    const auto path = names_.qualified(name);
    return path && std::ranges::any_of(paths, [&](std::string_view each) { return path->starts_with(each); });
}

// Of PyTorch, or whatever else there is a row about: `nn.Module`, `torch.no_grad`.
bool ClassStatement::is_known(Node name) const {
    const auto path = names_.qualified(name);
    return path && torch::find(*path, torch::Knowledge(facts_.program().release()));
}

bool ClassStatement::is_builtin(Node name) const { return name.is(Kind::identifier) && !names_.resolve(name); }

// An `__init_subclass__` or a metaclass would run once instead of at each call.
void ClassStatement::asks_no_base(Proof& proof) const {
    for (const Node base : class_.bases().children()) {
        if (const auto keyword = syntax::as<syntax::Keyword>(base)) {
            if (keyword->name().text() != "metaclass" || !is_of(keyword->value(), {"abc."}))
                return proof.refuse(quoted(base) + " may ask what the class is made of");
        } else if (!is_builtin(base) && !is_known(base) && !is_of(base, {"typing.", "enum.", "abc.", "collections."})) {
            if (!base.is(Kind::identifier) && !base.is(Kind::attribute))
                return proof.refuse(quoted(base) + " may ask what the class is made of");
            proof.assume(quoted(base) + " does not count what is derived from it",
                         "its `__init_subclass__` is not seen");
        }
    }
}

// It has one value for all classes: it is no container, and no call but of what says how a field is made.
bool ClassStatement::is_steady(Node value) const {
    const auto parts_are = [&] {
        for (const Node each : value.children())
            if (!is_steady(each)) return false;
        return true;
    };
    switch (value.kind()) {
        case Kind::integer:
        case Kind::float_:
        case Kind::true_:
        case Kind::false_:
        case Kind::none:
        case Kind::ellipsis:
        case Kind::identifier: return true;
        case Kind::string: return syntax::plain_string(value).has_value();
        case Kind::attribute: return is_steady(value.child(Field::object));
        case Kind::call: return is_of(syntax::Call{value}.function(), {"dataclasses.field"});
        case Kind::tuple:
        case Kind::unary_operator:
        case Kind::binary_operator:
        case Kind::parenthesized_expression: return parts_are();
        default: return false;
    }
}

void ClassStatement::is_not_kept(Node decorated, Proof& proof) const {
    for (const Node decorator : syntax::decorators_of(decorated)) {
        const Node function = decorator.is(Kind::call) ? syntax::Call{decorator}.function() : decorator;
        const bool is_accessor = function.is(Kind::attribute) && function.child(Field::attribute).text() == "setter";
        if (!is_builtin(function) && !is_accessor && !is_known(function) &&
            !is_of(function,
                   {"dataclasses.", "functools.wraps", "functools.total_ordering", "typing.", "abc.", "enum."}))
            return proof.refuse(quoted(decorator) + " may keep what it decorates");
    }
}

// Its body defines methods and names what has one value.
void ClassStatement::makes_nothing(Node body, Proof& proof) const {
    for (const Node statement : body.children()) {
        const Node definition = without_decorators(statement);
        const Node only = statement.is(Kind::expression_statement) ? statement.first_child() : Node{};
        const auto assignment = syntax::as<syntax::Assignment>(only);
        if (definition.is(Kind::function_definition)) {
            for (const syntax::Parameter& each : syntax::parameters_of(definition))
                if (each.value && !is_steady(each.value)) return is_made_anew(each.value, proof);
            is_not_kept(definition, proof);
        } else if (assignment && assignment->target().is(Kind::identifier)) {
            if (assignment->value() && !is_steady(assignment->value())) return is_made_anew(assignment->value(), proof);
        } else if (!statement.is(Kind::pass_statement) && !only.is(Kind::string) && !only.is(Kind::ellipsis)) {
            return proof.refuse(quoted(statement) + " runs when the class is made");
        }
    }
}

// `Output.count += 1`, `cls.last = x`, `type(self).n = 0`: the next call would find it.
void ClassStatement::is_not_changed(Proof& proof) const {
    for (const Node node : subtree(facts_.function())) {
        if (!node.is(Kind::attribute) || !is_written(node)) continue;
        const Node object = node.child(Field::object);
        const bool may_be_own = object.is(Kind::call) || object.is(Kind::attribute) || object.text() == "cls";
        const bool is_named = object.is(Kind::identifier) && names_.scope_at(object) && names_.resolve(object) == own_;
        if (is_named || (may_be_own && is_within(node, whole_)))
            return proof.refuse("the next call would find what is written to " + quoted(node));
    }
}

}  // namespace transforms::outlining
