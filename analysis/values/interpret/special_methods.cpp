#include "analysis/values/interpret/frame.h"

#include <algorithm>
#include <array>

// What Python calls on objects of the program's own classes without being asked by name: `a + b`, `x[i]`, `len(a)`,
// `with a:`, `if a:`. Dynamo goes into these methods as into all others.

namespace values {
namespace {

using syntax::Node;
using syntax::Op;
using SyntaxKind = syntax::Kind;

struct Operator {
    Op op;
    std::string_view method, reflected, in_place;
};
constexpr std::array operators{
    Operator{Op::add, "__add__", "__radd__", "__iadd__"},
    Operator{Op::sub, "__sub__", "__rsub__", "__isub__"},
    Operator{Op::mul, "__mul__", "__rmul__", "__imul__"},
    Operator{Op::div, "__truediv__", "__rtruediv__", "__itruediv__"},
    Operator{Op::floor_div, "__floordiv__", "__rfloordiv__", "__ifloordiv__"},
    Operator{Op::mod, "__mod__", "__rmod__", "__imod__"},
    Operator{Op::pow, "__pow__", "__rpow__", "__ipow__"},
    Operator{Op::matmul, "__matmul__", "__rmatmul__", "__imatmul__"},
    Operator{Op::bit_and, "__and__", "__rand__", "__iand__"},
    Operator{Op::bit_or, "__or__", "__ror__", "__ior__"},
    Operator{Op::bit_xor, "__xor__", "__rxor__", "__ixor__"},
    Operator{Op::shift_left, "__lshift__", "__rlshift__", "__ilshift__"},
    Operator{Op::shift_right, "__rshift__", "__rrshift__", "__irshift__"},
    Operator{Op::less, "__lt__", "__gt__", {}},
    Operator{Op::less_equal, "__le__", "__ge__", {}},
    Operator{Op::greater, "__gt__", "__lt__", {}},
    Operator{Op::greater_equal, "__ge__", "__le__", {}},
    Operator{Op::equal, "__eq__", "__eq__", {}},
    Operator{Op::not_equal, "__ne__", "__ne__", {}},
};

const Operator* operator_spelled(Op op) {
    const auto* found = std::ranges::find(operators, op, &Operator::op);
    return found == operators.end() ? nullptr : found;
}

struct Asking {
    std::string_view function, method, otherwise;
};
constexpr std::array asking{
    Asking{"builtins.abs", "__abs__", {}},         Asking{"builtins.bool", "__bool__", "__len__"},
    Asking{"builtins.float", "__float__", {}},     Asking{"builtins.format", "__format__", "__str__"},
    Asking{"builtins.hash", "__hash__", {}},       Asking{"builtins.int", "__int__", "__index__"},
    Asking{"builtins.iter", "__iter__", {}},       Asking{"builtins.len", "__len__", {}},
    Asking{"builtins.list", "__iter__", {}},       Asking{"builtins.next", "__next__", {}},
    Asking{"builtins.repr", "__repr__", {}},       Asking{"builtins.reversed", "__reversed__", "__len__"},
    Asking{"builtins.round", "__round__", {}},     Asking{"builtins.sorted", "__iter__", {}},
    Asking{"builtins.str", "__str__", "__repr__"}, Asking{"builtins.sum", "__iter__", {}},
    Asking{"builtins.tuple", "__iter__", {}},
};

// `@size.setter`, where the object has a property of that name.
Node setter_of(const Class& class_, std::string_view name) {
    const Class* owner = class_.owner_of(name);
    if (!owner) return {};
    for (const names::Binding& member : owner->scope->bindings) {
        if (member.text != name) continue;
        for (const names::Occurrence& each : member.occurrences)
            if (Interpreter::accessor(each) == "setter") return each.node.parent();
    }
    return {};
}

}  // namespace

std::optional<Value> Frame::special(Node node, Value object, std::string_view method, const Arguments& arguments) {
    if (!object.is(Kind::object) || method.empty()) return std::nullopt;
    const Class* owner = object.object().class_->owner_of(method);
    if (!owner) return std::nullopt;
    return follow(node, {.node = owner->methods.at(method)}, object, arguments);
}

std::optional<Value> Frame::by_operator(Node node, Op op, Value left, Value right, bool in_place) {
    const Operator* how = left.is(Kind::object) || right.is(Kind::object) ? operator_spelled(op) : nullptr;
    if (!how) return std::nullopt;
    const auto with = [](Value other) { return Arguments{.positional = {other}, .keywords = {}}; };
    std::optional<Value> made;
    if (in_place) made = special(node, left, how->in_place, with(right));
    if (!made) made = special(node, left, how->method, with(right));
    if (!made && op == Op::not_equal) made = special(node, left, "__eq__", with(right));
    return made ? made : special(node, right, how->reflected, with(left));
}

std::optional<Value> Frame::by_sign(Node node, Op op, Value operand) {
    const std::string_view method = op == Op::sub      ? "__neg__"
                                    : op == Op::add    ? "__pos__"
                                    : op == Op::invert ? "__invert__"
                                                       : "";
    return special(node, operand, method, {});
}

// `len(a)`, `str(a)`
void Frame::asked_by(Node node, const torch::Row& row, const Arguments& arguments) {
    if (arguments.positional.empty() || !arguments.positional.front().is(Kind::object)) return;
    const auto* asked = std::ranges::find(asking, row.name, &Asking::function);
    if (asked == asking.end()) return;
    const Value object = arguments.positional.front();
    if (!special(node, object, asked->method, {})) (void)special(node, object, asked->otherwise, {});
}

// `for x in a`: what `__iter__` gives, or the object itself, whose `__next__` gives the elements.
Value Frame::iterator_of(Node node, Value iterable) {
    const auto iterator = special(node, iterable, "__iter__", {});
    if (!iterator) return iterable;
    const auto element = special(node, *iterator, "__next__", {});
    return element ? store_.sequence_of(Sequence::Form::iterator, *element) : *iterator;
}

// `a.size = n`: the setter of a property, or `__setattr__`.
bool Frame::set_by_method(Node target, Value object, std::string_view name, Value value) {
    if (!object.is(Kind::object)) return false;
    const auto given = [&] { return store_.literal(name); };
    if (special(target, object, "__setattr__", {.positional = {given(), value}, .keywords = {}})) return false;
    const Node setter = setter_of(*object.object().class_, name);
    if (setter) follow(target, {.node = setter}, object, {.positional = {value}, .keywords = {}});
    return static_cast<bool>(setter);
}

}  // namespace values
