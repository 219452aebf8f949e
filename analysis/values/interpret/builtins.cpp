#include "analysis/values/interpret/role_call.h"

#include <algorithm>
#include <utility>

// What calls of Python's own functions mean: isinstance(), getattr(), super(), namedtuple(), zip(), range().

namespace values {
namespace {

using torch::Role;

// Certainly not a tensor, whatever it is.
bool is_other(Value value) {
    switch (value.kind) {
        case Kind::none:
        case Kind::literal:
        case Kind::number:
        case Kind::shape_number:
        case Kind::tensor_number:
        case Kind::array:
        case Kind::sequence:
        case Kind::mapping:
        case Kind::object:
        case Kind::module:
        case Kind::foreign:
        case Kind::function: return !value.maybe_none || !value.is(Kind::none);
        default: return false;
    }
}

bool is_plain_type(Role role) {
    return role == Role::constant_type || role == Role::number_type || role == Role::sequence_type ||
           role == Role::mapping_type || role == Role::dict;
}

// What has the methods is an instance: a tensor, too.
bool is_protocol(const torch::Row& row) {
    return row.name == "collections.abc.Iterable" || row.name == "collections.abc.Collection";
}

// A function that Python defines, or a class: whether it is an instance of a type; nothing where that is not known.
std::optional<bool> is_of_kind(Value value, Role type) {
    const bool is_function = value.is(Kind::function) || is_decorated_function(value);
    if (value.maybe_none || (!is_function && !value.is(Kind::class_))) return std::nullopt;
    switch (type) {
        case Role::class_type:
        case Role::is_class: return !is_function;
        case Role::function_type:
        case Role::is_function: return is_function;
        case Role::callable_type:
        case Role::is_callable: return true;
        case Role::property:
        case Role::static_method:
        case Role::class_method:
        case Role::tensor_class:
        case Role::module_class: return false;
        default: return is_function && is_plain_type(type) ? std::optional(false) : std::nullopt;
    }
}

std::optional<bool> is_of_any(Value value, const std::vector<Value>& types) {
    bool of_none = !types.empty();
    for (const Value type : types) {
        const torch::Row* row = row_of(type);
        const auto is_one = row ? is_of_kind(value, row->role) : std::nullopt;
        if (is_one == true) return true;
        of_none &= is_one.has_value();
    }
    return of_none ? std::optional(false) : std::nullopt;
}

}  // namespace

// Of a decorator: `if isinstance(item, type)`, and else it wraps a function.
Value Frame::RoleCall::is_of_kind() {
    const auto decided = values::is_of_kind(first, row.role);
    return decided && positional.size() == 1 ? store.literal(*decided) : constant();
}

Value Frame::RoleCall::tensor_test(Value value) {
    if (value.is_tensor() && !value.maybe_none) return store.literal(true);
    return is_other(value) && !value.maybe_none ? store.literal(false) : constant();
}

namespace {

// `(int, float)` in `(str, (int, float))`
bool nests(Value type) { return type.is(Kind::sequence) && type.sequence().form == Sequence::Form::tuple; }

}  // namespace

Value Frame::RoleCall::isinstance() {
    if (positional.size() != 2) return constant();
    const Value type = positional[1];
    if (frame.names_tensor_class(type)) return tensor_test(first);
    if (!first.is_tensor() && std::ranges::any_of(types_of(type), nests))
        frame.emit(Call{.node = node,
                        .callee = callee,
                        .row = torch::find_member(row.name, "nested_types", interpreter.options().torch),
                        .receiver = never(),
                        .arguments = arguments});
    if (first.maybe_none) return constant();
    const std::vector<Value> types = types_of(type);
    if (const auto decided = is_of_any(first, types)) return store.literal(*decided);
    const auto is_of_tensors = [&](Value each) { return frame.names_tensor_class(each); };
    const auto is_of_others = [&](Value each) {
        const torch::Row* class_ = row_of(each);
        return (class_ && is_plain_type(class_->role) && !is_protocol(*class_)) ||
               (each.is(Kind::api) && interpreter.is_of_another_package(each));
    };
    if (first.is_tensor() && std::ranges::any_of(types, is_of_tensors)) return store.literal(true);
    if (first.is_tensor() && !types.empty() && std::ranges::all_of(types, is_of_others)) return store.literal(false);
    const torch::Row* known = row_of(type);
    const bool is_tuple = known && known->role == Role::sequence_type && known->name.ends_with("tuple") &&
                          first.is(Kind::sequence) && first.sequence().form == Sequence::Form::tuple;
    return is_tuple ? store.literal(true) : constant();
}

std::vector<Value> Frame::types_of(Value type) {
    const bool is_tuple = type.is(Kind::sequence) && type.sequence().exact;
    return is_tuple ? type.sequence().items : std::vector{type};
}

// Whether a type, as the second argument of isinstance(), is the class of tensors.
bool Frame::names_tensor_class(Value type) const {
    const torch::Row* row = row_of(type);
    return row && row->role == Role::tensor_class;
}

Value Frame::RoleCall::getattr() {
    const auto* name = positional.size() >= 2 ? literal_of<std::string_view>(positional[1]) : nullptr;
    if (!name) return unknown();
    const Value found = frame.member(first, *name, false);
    return positional.size() == 3 ? store.join(found, positional[2]) : found;
}

// super() in a method: the instance, and the class that the method is written in.
Value Frame::RoleCall::super() {
    const Frame* method = &frame;
    while (method->outer_) method = method->outer_;
    const names::Scope& scope = method->scope_;
    if (scope.kind != names::ScopeKind::function || !scope.enclosing ||
        scope.enclosing->kind != names::ScopeKind::class_)
        return unknown();
    const std::vector<Value>& given = frame.activation_.arguments;
    if (given.empty() || !given.front().is(Kind::object)) return unknown();
    const Value class_{.kind = Kind::class_, .data = &interpreter.class_at(scope.enclosing->owner)};
    Value made = store.bound(given.front(), class_);
    made.kind = Kind::super_;
    return made;
}

// namedtuple("Point", "x, y") or namedtuple("Point", ["x", "y"]).
Value Frame::RoleCall::namedtuple() {
    const auto text = [](Value value) {
        const auto* held = literal_of<std::string_view>(value);
        return held ? *held : std::string_view();
    };
    const Value* fields = arguments.find("field_names", 1);
    Wrapped record{.form = Wrapped::Form::record};
    if (fields && fields->is(Kind::sequence) && fields->sequence().exact)
        for (const Value field : fields->sequence().items)
            if (const std::string_view name = text(field); !name.empty()) record.keywords.emplace_back(name, unknown());
    std::string_view rest = fields ? text(*fields) : std::string_view();
    while (!(rest = rest.substr(std::min(rest.find_first_not_of(" ,"), rest.size()))).empty()) {
        const std::string_view name = rest.substr(0, rest.find_first_of(" ,"));
        record.keywords.emplace_back(name, unknown());
        rest.remove_prefix(name.size());
    }
    return record.keywords.empty() ? unknown() : store.wrapped(std::move(record));
}

// What a loop counts: while tracing it is unrolled, and the code around what is compiled calls that with each number.
Value Frame::RoleCall::counter() const {
    if (frame.activation_.compiled || interpreter.collects_attributes())
        return {.kind = Kind::constant, .dtype = torch::Dtype::integer};
    return {.kind = Kind::number, .varies = true, .dtype = torch::Dtype::integer};
}

Value Frame::RoleCall::enumerate() {
    const Value item = has_first ? frame.iterate(first) : unknown();
    return iterator(store.sequence(Sequence::Form::tuple, {counter(), item}));
}

Value Frame::RoleCall::mapped() {
    if (!has_first) return unknown();
    Arguments items;
    for (std::size_t i = 1; i < positional.size(); ++i) items.positional.push_back(frame.iterate(positional[i]));
    return iterator(frame.apply(state, node, first, items));
}

Value Frame::RoleCall::zip() {
    std::vector<Value> items;
    for (const Value iterable : positional) items.push_back(frame.iterate(iterable));
    return iterator(store.sequence(Sequence::Form::tuple, std::move(items)));
}

Value Frame::RoleCall::range() {
    if (row.gives == torch::Gives::tensor) return frame.given(row, receiver, arguments);
    const bool asks_data =
        arguments.any([](Value bound) { return bound.is_tensor() || bound.is(Kind::tensor_number); });
    return iterator(asks_data ? frame.converted(row, arguments) : counter());
}

Value Frame::RoleCall::dict() {
    Mapping made;
    if (first.is(Kind::mapping))
        made = first.mapping();
    else if (has_first || arguments.open)
        made.rest = unknown();
    for (const auto& [name, value] : arguments.keywords)
        if (!made.put(name, value)) made.rest = unknown();
    return store.mapping(std::move(made));
}

}  // namespace values
