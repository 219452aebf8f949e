#include "analysis/values/interpret/bases.h"

#include <algorithm>
#include <array>
#include <string>

// `object.name`, for every kind of object.

namespace values {
namespace {

using syntax::Node;

// Numbers, flags and names of dimensions: `layer.norm(x)` may be a call of a module that is held there, `x.norm()` and
// `x.norm(dim=-1)` are not.
bool has_plain_arguments(Node call) {
    for (const Node argument : syntax::Call{call}.arguments().children()) {
        const auto keyword = syntax::as<syntax::Keyword>(argument);
        Node value = keyword ? keyword->value() : argument;
        if (value.is(syntax::Kind::unary_operator)) value = value.first_child();
        const bool plain = value.is(syntax::Kind::integer) || value.is(syntax::Kind::float_) ||
                           value.is(syntax::Kind::true_) || value.is(syntax::Kind::false_) ||
                           value.is(syntax::Kind::none) || value.is(syntax::Kind::string);
        if (!plain) return false;
    }
    return true;
}

// As torch.compile takes them, rather than other things that can be compiled.
bool has_compile_options(Node call) {
    constexpr std::array<std::string_view, 6> options{"fullgraph", "dynamic", "backend", "mode", "options", "disable"};
    for (const Node argument : syntax::Call{call}.arguments().children()) {
        const auto keyword = syntax::as<syntax::Keyword>(argument);
        if (!keyword && !argument.is(syntax::Kind::dictionary_splat)) return false;
        if (keyword && std::ranges::find(options, keyword->name().text()) == options.end()) return false;
    }
    return true;
}

constexpr std::string_view partial_class = "functools.partial";
constexpr std::string_view function_class =
    "types.FunctionType";  // of what is no closure, which Dynamo has made itself

std::string_view class_of(Sequence::Form form) {
    switch (form) {
        case Sequence::Form::tuple: return torch::tuple_class;
        case Sequence::Form::set: return torch::set_class;
        case Sequence::Form::iterator: return {};
        default: return torch::list_class;
    }
}

// Some modules Dynamo refuses wherever it meets one, or is asked for what one has: the row of `__get__` says so, and
// that of `__getattribute__`. Of several modules that may be there it has to refuse each.
const torch::Row* refused(Value value, std::string_view use, const torch::Knowledge& knowledge) {
    if (value.is(Kind::module)) return torch::find_member(value.api().name, use, knowledge);
    // `class Encoder(nn.LSTM):`
    if (value.is(Kind::object)) return torch::find_member(value.object().class_->external, use, knowledge);
    if (!value.is(Kind::choice)) return nullptr;
    const std::vector<Value>& options = value.choice().options;
    const bool all = std::ranges::all_of(options, [&](Value each) { return refused(each, use, knowledge) != nullptr; });
    return all ? refused(options.front(), use, knowledge) : nullptr;
}

// Of a namedtuple.
const Value* field_of(const Sequence& record, std::string_view name) {
    const auto found = std::ranges::find(record.names, name);
    return found == record.names.end() ? nullptr
                                       : &record.items[static_cast<std::size_t>(found - record.names.begin())];
}

}  // namespace

Value Frame::attribute(State& state, Node node, bool called) {
    const syntax::Attribute view{node};
    Value object = evaluate(state, view.object());
    const std::string_view name = view.name().text();
    if (called && interpreter_.looks_for_entries())
        if (const Value method = compiling_method(node, object); !method.is(Kind::never)) return method;
    if (called && object.is(Kind::unknown) && interpreter_.method_of_tensors(name) &&
        has_plain_arguments(node.parent())) {
        object = {.kind = Kind::tensor, .likely = true};
        narrow_to(state, view.object(), object);
    }
    if (view.object().is(syntax::Kind::identifier)) {
        const names::Reference place = resolve(view.object());
        if (place && place.scope == &scope_)
            if (const Value* known = state.find(place.slot, name)) return *known;
    }
    Value found = never();
    if (!object.is(Kind::choice))
        found = interpreter_.resolved(attribute_of(node, object, called));
    else
        for (const Value option : object.choice().options)
            found = store_.join(found, attribute_of(node, option, called));
    tell_refused(node, object, called && !found.is(Kind::object) ? never() : found);
    return found;
}

// `self.lstm.flatten_parameters()` meets the module in `self.lstm`. A call, `self.lstm(x)`, tells it itself, but not of
// an object of a class of the program.
void Frame::tell_refused(Node node, Value object, Value found) {
    const torch::Knowledge& knowledge = interpreter_.options().torch;
    const bool is_met_before = syntax::Attribute{node}.object().is(syntax::Kind::attribute);
    const auto tell = [&](Value module, std::string_view use) {
        if (const torch::Row* row = refused(module, use, knowledge))
            emit(Access{.node = node, .object = module, .row = row, .store = false, .value = module});
    };
    tell(found, "__get__");
    if (!is_met_before) tell(object, "__get__");
    tell(object, "__getattribute__");
}

// `block.compile()`, `model.compile_repeated_blocks()`, whatever the object is: never where it is something else.
Value Frame::compiling_method(Node node, Value object) {
    const std::string_view name = syntax::Attribute{node}.name().text();
    const bool is_unknown = object.is(Kind::unknown);
    if (!is_unknown && !(object.is(Kind::object) && !object.object().class_->owner_of(name))) return never();
    const torch::Row* row = torch::find(std::string("*.").append(name), interpreter_.options().torch);
    if (row && row->role == torch::Role::compiles) return store_.bound(object, store_.api(row->name, row));
    row = is_unknown ? torch::find_member(torch::module_class, name, interpreter_.options().torch) : nullptr;
    if (!row || row->role != torch::Role::compile || !has_compile_options(node.parent())) return never();
    return store_.bound(object, store_.api(row->name, row));
}

Value Frame::attribute_of(Node node, Value object, bool called) {
    const std::string_view name = syntax::Attribute{node}.name().text();
    const Value found = member(object, name, called);
    if (!called && found.is(Kind::never)) return unknown();
    if (const torch::Row* row = member_row(object, name); row && !called)
        emit(Access{.node = node, .object = object, .row = row, .store = false, .value = found});
    // `self.act = gelu` in `__init__` makes no method of the function.
    if (object.is(Kind::object) && found.is(Kind::function) && object.object().class_->owner_of(name))
        return method_of(node, object, found);
    return found;
}

// The class of the knowledge that a value is an instance of; empty if there is none.
std::string_view Frame::known_class(Value object) const {
    switch (object.kind) {
        case Kind::tensor: return torch::tensor_class;
        case Kind::array: return torch::array_class;
        case Kind::logger: return torch::logger_class;
        case Kind::module:
        case Kind::foreign: return object.api().name;
        case Kind::object: return object.object().class_->external;
        case Kind::number:
        case Kind::shape_number: return object.dtype == torch::Dtype::floating ? torch::float_class : torch::int_class;
        case Kind::literal: return literal_of<std::string_view>(object) ? torch::str_class : std::string_view();
        case Kind::mapping: return torch::dict_class;
        case Kind::sequence: return class_of(object.sequence().form);
        case Kind::wrapped: return object.wrapped().form == Wrapped::Form::partial ? partial_class : std::string_view();
        case Kind::function: return object.function().environment ? std::string_view() : function_class;
        default: return {};
    }
}

// What Python calls for an operator, where a number or a tensor decides something.
void Frame::operate(Node node, Value object, std::string_view method, const Arguments& arguments) {
    if (object.is_tensor() || object.is(Kind::object)) return;  // has operators of its own
    const torch::Row* row = object.is(Kind::api)
                                ? torch::find_member(object.api().name, method, interpreter_.options().torch)
                                : member_row(object, method);
    Call call{.node = node, .callee = unknown(), .row = row, .receiver = object, .arguments = arguments};
    if (change(call).later != torch::Later::never || breaking(call.row, object, arguments)) emit(std::move(call));
}

const torch::Row* Frame::member_row(Value object, std::string_view name) const {
    const std::string_view class_name = known_class(object);
    if (class_name.empty()) return nullptr;
    if (interpreter_.replaces() && interpreter_.is_replaced(std::string(class_name).append(".").append(name)))
        return nullptr;
    const torch::Row* row = torch::find_member(class_name, name, interpreter_.options().torch);
    if (row || name.starts_with("__") || object.is(Kind::object)) return row;
    // Subclasses of Logger add methods (`warning_once`), and these log, too. `numpy.random.Generator.*` is all that
    // such an object has.
    row = torch::find(std::string(class_name).append(".").append(name), interpreter_.options().torch);
    const bool is_of_class = row && row->name.starts_with(class_name) && row->name.ends_with(".*");
    return is_of_class ? row : nullptr;
}

Value Frame::member(Value object, std::string_view name, bool called) {
    switch (object.kind) {
        case Kind::api: return interpreter_.external_member(object, name);
        case Kind::object: return instance_member(object, name, called);
        case Kind::class_: return class_member(object, name);
        case Kind::super_: return super_member(object.bound(), name, called);
        case Kind::constant: return constant();
        case Kind::wrapped: return member(object.wrapped().target, name, called);
        case Kind::number:
        case Kind::shape_number:
        case Kind::literal: return called ? external_method(object, name, called) : described(name);
        case Kind::tensor:
        case Kind::array:
        case Kind::logger:
        case Kind::module:
        case Kind::foreign: return external_method(object, name, called);
        case Kind::sequence:
            if (const Value* field = field_of(object.sequence(), name)) return *field;
            return called ? store_.bound(object, store_.literal(name)) : unknown();
        case Kind::mapping: return called ? store_.bound(object, store_.literal(name)) : unknown();
        default: return called ? unknown() : described(name);
    }
}

Value Frame::class_member(Value object, std::string_view name) {
    const Class& class_ = object.class_of();
    if (const Class* owner = class_.owner_of(name)) return store_.function({.node = owner->methods.at(name)});
    if (const Value* found = interpreter_.attribute(class_, name)) return *found;
    const torch::Row* row = torch::find_member(class_.external, name, interpreter_.options().torch);
    return row && row->role == torch::Role::applies ? applied(object, row) : unknown();
}

// A method of the classes behind the one that super() stands in. Behind them all is the `__call__` of nn.Module, which
// calls `forward`.
Value Frame::super_member(const Bound& super, std::string_view name, bool called) {
    const auto& ancestors = super.receiver.object().class_->ancestors;
    auto at = std::ranges::find(ancestors, &super.method.class_of());
    for (at = at == ancestors.end() ? at : at + 1; at != ancestors.end(); ++at)
        if (const auto method = (*at)->methods.find(name); method != (*at)->methods.end())
            return store_.bound(super.receiver, store_.function({.node = method->second}));
    const Class& class_ = *super.receiver.object().class_;
    if (const Class* owner = class_.owner_of("forward"); owner && class_.is_module && name == "__call__")
        return store_.bound(super.receiver, interpreter_.decorated_method(owner->methods.at("forward"), *this));
    const torch::Row* maker = name == "__init__" ? maker_of(class_, interpreter_.options().torch) : nullptr;
    if (maker) return is_skipped(*maker) ? store_.bound(super.receiver, store_.api(maker->name, maker)) : unknown();
    return external_method(super.receiver, name, called);
}

// The `apply` of a torch.autograd.Function: its `forward`, with the context in front. Dynamo fails to bind the
// arguments of one that is a class method rather than a static one, and refuses classes with certain other methods.
Value Frame::applied(Value class_, const torch::Row* row) {
    const Class* owner = class_.class_of().owner_of("forward");
    if (!owner) return unknown();
    const Node forward = owner->methods.at("forward");
    if (const torch::Row* how = method_row(forward); how && how->role == torch::Role::class_method)
        return store_.bound(class_, store_.api(row->name, row));
    for (const Class* ancestor : class_.class_of().ancestors)
        for (const auto& [name, method] : ancestor->methods)
            if (const torch::Row* refused = torch::find_member(ancestor->external, name, interpreter_.options().torch);
                refused && refused->when != torch::When::never)
                return store_.bound(class_, store_.api(refused->name, refused));
    return store_.wrapped({.form = Wrapped::Form::partial,
                           .target = store_.function({.node = forward, .no_grad = true}),
                           .arguments = {unknown()}});
}

// `.device`, `.dtype`, `.shape` of something unknown: what they are of a tensor, they are of anything that has them.
Value Frame::described(std::string_view name) {
    const torch::Row* row = torch::find_member(torch::tensor_class, name, interpreter_.options().torch);
    if (!row) return unknown();
    const bool is_description = row->gives == torch::Gives::constant || row->gives == torch::Gives::shape ||
                                row->gives == torch::Gives::shape_number;
    return is_description ? given(*row, never(), {}) : unknown();
}

// A member of an instance of a class whose code is elsewhere.
Value Frame::external_method(Value object, std::string_view name, bool called) {
    const torch::Row* row = member_row(object, name);
    // A class below one of C: what it does not define itself is of C.
    if (const std::string_view all = known_class(object);
        !row && called && object.is(Kind::object) && all.ends_with('*'))
        row = torch::find(all, interpreter_.options().torch);
    if (!row) return unknown();
    if (called) return store_.bound(object, store_.api(row->name, row));
    return given(*row, object, {});
}

Value Frame::instance_member(Value object, std::string_view name, bool called) {
    const Class& class_ = *object.object().class_;
    if (const Value* found = interpreter_.attribute(class_, name)) return *found;
    if (const Class* owner = class_.owner_of(name)) {
        const Node method = owner->methods.at(name);
        return store_.function({.node = method});
    }
    return external_method(object, name, called);
}

// A method found on an instance: bound to it, or called at once if it is a property.
Value Frame::method_of(Node node, Value object, Value found) {
    const Node definition = found.function().node;
    const torch::Row* row = method_row(definition);
    if (!row || row->role == torch::Role::class_method)
        return store_.bound(receiver_of(definition, object), interpreter_.decorated_method(definition, *this));
    if (row->role == torch::Role::static_method) return found;
    if (row->when != torch::When::never)
        emit(Call{.node = node, .callee = store_.api(row->name, row), .row = row, .receiver = object, .arguments = {}});
    return follow(node, found.function(), object, {});
}

// @property, @staticmethod, @classmethod and their like among the decorators; null if there is none.
const torch::Row* Frame::method_row(Node definition) {
    for (const Node decorator : syntax::decorators_of(definition)) {
        State nothing;
        const torch::Row* row = row_of(quietly(nothing, decorator));
        if (row && (row->role == torch::Role::property || row->role == torch::Role::static_method ||
                    row->role == torch::Role::class_method))
            return row;
    }
    return nullptr;
}

// What a method of the object gets as its first argument: the object, its class, or nothing.
Value Frame::receiver_of(Node definition, Value object) {
    const torch::Row* row = method_row(definition);
    if (row && row->role == torch::Role::static_method) return never();
    if (row && row->role == torch::Role::class_method) return {.kind = Kind::class_, .data = object.object().class_};
    return object;
}

}  // namespace values
