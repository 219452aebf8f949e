#include "analysis/function/record.h"

#include "analysis/syntax/python.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

namespace function {

using syntax::Kind;
using syntax::Node;

namespace {

// Of a class whose objects are made by code of the program.
constexpr std::array<std::string_view, 5> makers{"__init__", "__new__", "__post_init__", "__setattr__",
                                                 "__getattribute__"};

torch::Role role_of(const values::Program& program, Node expression) {
    const auto name = program.names_of(expression).qualified(expression);
    const torch::Row* row = name ? torch::find(*name, torch::Knowledge(program.release())) : nullptr;
    return row ? row->role : torch::Role::none;
}

bool is_namedtuple(const values::Program& program, const values::Class& class_) {
    const Node bases = syntax::Class{class_.node}.bases(), only = bases ? bases.first_child() : Node{};
    return only && !only.next_sibling() && syntax::decorators_of(class_.node).empty() &&
           role_of(program, only) == torch::Role::namedtuple;
}

}  // namespace

bool is_dataclass(const values::Program& program, const values::Class& class_) {
    const std::vector<Node> decorators = syntax::decorators_of(class_.node);
    if (class_.open || decorators.size() != 1) return false;
    const auto call = syntax::as<syntax::Call>(decorators.front());
    return role_of(program, call ? call->function() : decorators.front()) == torch::Role::dataclass;
}

bool only_holds(const Facts& facts, values::Value made) {
    if (made.is(values::Kind::wrapped)) return made.wrapped().form == values::Wrapped::Form::record;
    if (!made.is(values::Kind::class_)) return false;
    const values::Class& class_ = made.class_of();
    if (std::ranges::any_of(makers, [&](std::string_view each) { return class_.owner_of(each); })) return false;
    const bool has_metaclass = std::ranges::any_of(class_.ancestors, [](const values::Class* each) {
        const Node bases = syntax::Class{each->node}.bases();
        return bases && bases.child(Kind::keyword_argument);
    });
    return !has_metaclass && (is_dataclass(facts.program(), class_) || is_namedtuple(facts.program(), class_));
}

}  // namespace function
