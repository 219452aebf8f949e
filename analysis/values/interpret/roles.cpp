#include "analysis/values/interpret/frame.h"

#include <algorithm>
#include <utility>

// Calls of APIs that mean something to the interpreter itself: torch.compile, isinstance(), nn.ModuleList().

namespace values {
namespace {

using syntax::Node;
using torch::Role;

bool is_flag(const Value* argument, bool on) {
    const auto* known =
        argument && argument->is(Kind::literal) ? std::get_if<bool>(&argument->literal().value) : nullptr;
    return known && *known == on;
}

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

}  // namespace

std::optional<Value> Frame::apply_role(State& state, Node node, const torch::Row& row, Value callee, Value receiver,
                                       const Arguments& arguments) {
    const Value first = arguments.positional.empty() ? never() : arguments.positional.front();
    const bool has_first = !arguments.positional.empty();
    switch (row.role) {
        case Role::compile:
        case Role::disable: return wrap(node, row.role, callee, receiver, arguments);
        case Role::partial:
            if (!has_first) return unknown();
            return store_.wrapped({.form = Wrapped::Form::partial,
                                   .target = first,
                                   .arguments = {arguments.positional.begin() + 1, arguments.positional.end()},
                                   .keywords = arguments.keywords});
        case Role::wraps:
            if (has_first && arguments.keywords.empty() && arguments.positional.size() == 1) return first;
            return unknown();
        case Role::checkpoint: {
            if (!has_first) return unknown();
            Arguments rest = arguments;
            rest.positional.erase(rest.positional.begin());
            return apply(state, node, first, rest);
        }
        case Role::opaque:
            for (const Value value : arguments.positional)
                if (value.is(Kind::function))
                    return store_.wrapped({.form = Wrapped::Form::opaque, .target = value, .site = node});
            return unknown();
        case Role::patches:
            if (final_ && !activation_.compiled) patch(callee, arguments);
            return unknown();
        case Role::scripts:
            if (first.is(Kind::module) || (first.is(Kind::object) && first.object().class_->is_module))
                return interpreter_.external_instance(row.class_);
            return unknown();
        case Role::reorders:
            if (const torch::Row* function = row_of(first)) interpreter_.reorder(function->name);
            return none();
        case Role::compiles:
            if (const Value* asked = arguments.keyword(row.argument);
                row.argument.empty() || (asked && truth(*asked).value_or(true)))
                interpreter_.note_compilation();
            return unknown();
        case Role::is_tensor: return tensor_test(first);
        case Role::isinstance:
            if (arguments.positional.size() == 2) return instance_test(first, arguments.positional[1]);
            return constant();
        case Role::getattr:
            if (arguments.positional.size() >= 2 && arguments.positional[1].is(Kind::literal))
                if (const auto* name = std::get_if<std::string_view>(&arguments.positional[1].literal().value)) {
                    const Value found = member(first, *name, false);
                    return arguments.positional.size() == 3 ? store_.join(found, arguments.positional[2]) : found;
                }
            return unknown();
        case Role::super: return super_here();
        case Role::namedtuple: return namedtuple(arguments);
        case Role::enumerate:
            return store_.sequence_of(
                Sequence::Form::iterator,
                store_.sequence(Sequence::Form::tuple, {counter(), has_first ? iterate(first) : unknown()}));
        case Role::mapped: {
            if (!has_first) return unknown();
            Arguments items;
            for (std::size_t i = 1; i < arguments.positional.size(); ++i)
                items.positional.push_back(iterate(arguments.positional[i]));
            return store_.sequence_of(Sequence::Form::iterator, apply(state, node, first, items));
        }
        case Role::zip: {
            std::vector<Value> items;
            for (const Value iterable : arguments.positional) items.push_back(iterate(iterable));
            return store_.sequence_of(Sequence::Form::iterator,
                                      store_.sequence(Sequence::Form::tuple, std::move(items)));
        }
        case Role::range:
            if (row.gives == torch::Gives::tensor) return std::nullopt;
            if (arguments.any([](Value bound) { return bound.is_tensor() || bound.is(Kind::tensor_number); }))
                return store_.sequence_of(Sequence::Form::iterator, converted(row, arguments));
            return store_.sequence_of(Sequence::Form::iterator, counter());
        case Role::dict: {
            Mapping made;
            if (has_first && first.is(Kind::mapping))
                made = first.mapping();
            else if (has_first || arguments.open)
                made.rest = unknown();
            for (const auto& [name, value] : arguments.keywords)
                if (!made.put(name, value)) made.rest = unknown();
            return store_.mapping(std::move(made));
        }
        case Role::module_list: return container_of_modules(arguments);
        case Role::module_dict: {
            Mapping made = first.is(Kind::mapping) ? first.mapping() : Mapping{.items = {}, .rest = unknown()};
            made.modules = true;
            return store_.mapping(std::move(made));
        }
        case Role::registers:
            if (arguments.positional.size() >= 2 && receiver.is(Kind::object) && first.is(Kind::literal))
                if (const auto* name = std::get_if<std::string_view>(&first.literal().value)) {
                    Value value = arguments.positional[1];
                    if (value.is_tensor()) value.origin = Origin::buffer;
                    interpreter_.store_attribute(node, *name, value);
                }
            return none();
        default: return std::nullopt;
    }
}

// torch._dynamo.config.patch(option=True), patch("option", True), patch({"option": True}): for the whole file, as an
// assignment to the option is.
void Frame::patch(Value callee, const Arguments& arguments) {
    const std::string_view name = callee.api().name;
    const Value config = interpreter_.external(name.substr(0, name.rfind('.')));
    const auto set = [&](std::string_view option, Value value) {
        const torch::Row* row = row_of(interpreter_.external_member(config, option));
        if (const auto on = truth(value); row && on) interpreter_.configure(row->role, *on);
    };
    for (const auto& [option, value] : arguments.keywords) set(option, value);
    if (arguments.positional.empty()) return;
    const Value first = arguments.positional.front();
    if (first.is(Kind::mapping))
        for (const auto& [option, value] : first.mapping().items) set(option, value);
    if (const auto* option = first.is(Kind::literal) ? std::get_if<std::string_view>(&first.literal().value) : nullptr)
        if (arguments.positional.size() == 2) set(*option, arguments.positional[1]);
}

// torch.compile(f), torch.compile(mode=...) as a decorator to be, model.compile(); torch.compiler.disable alike.
Value Frame::wrap(Node node, Role role, Value callee, Value receiver, const Arguments& arguments) {
    const Value* target = arguments.find("model", 0);
    if (!target) target = arguments.find("fn", 0);
    const bool compiled = role == Role::compile;
    if (receiver.is(Kind::object)) {
        if (final_ && !activation_.compiled)
            interpreter_.add_entry({.form = Wrapped::Form::compiled,
                                    .target = receiver,
                                    .arguments = {},
                                    .keywords = {},
                                    .site = node,
                                    .fullgraph = is_flag(arguments.keyword("fullgraph"), true)});
        return none();
    }
    if (!target || target->is(Kind::none))
        return store_.wrapped(
            {.form = Wrapped::Form::partial, .target = callee, .arguments = {}, .keywords = arguments.keywords});
    const Wrapped made{.form = compiled ? Wrapped::Form::compiled : Wrapped::Form::disabled,
                       .target = *target,
                       .arguments = {},
                       .keywords = {},
                       .site = node,
                       .fullgraph = is_flag(arguments.keyword("fullgraph"), true),
                       .recursive = !is_flag(arguments.find("recursive", 1), false)};
    if (compiled && final_ && !activation_.compiled) interpreter_.add_entry(made);
    return store_.wrapped(made);  // which is nothing known where it is too deep
}

// What a loop counts: while tracing it is unrolled, and the code around what is compiled calls that with each number.
Value Frame::counter() const {
    if (activation_.compiled || interpreter_.collects_attributes())
        return {.kind = Kind::constant, .dtype = torch::Dtype::integer};
    return {.kind = Kind::number, .varies = true, .dtype = torch::Dtype::integer};
}

Value Frame::tensor_test(Value value) {
    if (value.is_tensor() && !value.maybe_none) return store_.literal(true);
    return is_other(value) && !value.maybe_none ? store_.literal(false) : constant();
}

Value Frame::instance_test(Value value, Value type) {
    if (names_tensor_class(type)) return tensor_test(value);
    if (value.is_tensor() && !value.maybe_none && type.is(Kind::api) && interpreter_.is_of_another_package(type))
        return store_.literal(false);
    const torch::Row* row = row_of(type);
    const bool plain = row && (row->role == Role::constant_type || row->role == Role::number_type ||
                               row->role == Role::sequence_type || row->role == Role::dict);
    if (plain && value.is_tensor() && !value.maybe_none) return store_.literal(false);
    if (row && row->role == Role::sequence_type && value.is(Kind::sequence) && !value.maybe_none &&
        value.sequence().form == Sequence::Form::tuple && row->name.ends_with("tuple"))
        return store_.literal(true);
    return constant();
}

// Whether a type, as the second argument of isinstance(), is the class of tensors.
bool Frame::names_tensor_class(Value type) const {
    const torch::Row* row = row_of(type);
    return row && row->role == Role::tensor_class;
}

// namedtuple("Point", "x, y") or namedtuple("Point", ["x", "y"]).
Value Frame::namedtuple(const Arguments& arguments) {
    const auto text = [](Value value) -> std::string_view {
        const auto* held = value.is(Kind::literal) ? std::get_if<std::string_view>(&value.literal().value) : nullptr;
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
    return record.keywords.empty() ? unknown() : store_.wrapped(std::move(record));
}

// super() in a method: the instance, and the class that the method is written in.
Value Frame::super_here() {
    const Frame* frame = this;
    while (frame->outer_) frame = frame->outer_;
    const names::Scope* scope = &frame->scope_;
    if (scope->kind != names::ScopeKind::function || !scope->enclosing ||
        scope->enclosing->kind != names::ScopeKind::class_)
        return unknown();
    if (activation_.arguments.empty() || !activation_.arguments.front().is(Kind::object)) return unknown();
    const Value class_{.kind = Kind::class_, .data = &interpreter_.class_at(scope->enclosing->owner)};
    Value made = store_.bound(activation_.arguments.front(), class_);
    made.kind = Kind::super_;
    return made;
}

// nn.ModuleList([a, b]), nn.Sequential(a, b), nn.Sequential(OrderedDict(...)).
Value Frame::container_of_modules(const Arguments& arguments) {
    if (arguments.positional.size() != 1)
        return arguments.open ? store_.sequence_of(Sequence::Form::modules, unknown())
                              : store_.sequence(Sequence::Form::modules, arguments.positional);
    const Value only = arguments.positional.front();
    if (only.is(Kind::sequence) && only.sequence().exact)
        return store_.sequence(Sequence::Form::modules, only.sequence().items);
    if (only.is(Kind::sequence) || only.is(Kind::mapping))
        return store_.sequence_of(Sequence::Form::modules, only.is(Kind::sequence) ? store_.element(only.sequence())
                                                                                   : store_.element(only.mapping()));
    if (only.is(Kind::module) || only.is(Kind::object)) return store_.sequence(Sequence::Form::modules, {only});
    return store_.sequence_of(Sequence::Form::modules, unknown());
}

// What a decorator makes of a function or class. One that nobody knows is taken to call what it decorates.
Value Frame::decorate(State& state, Node decorator, Value made) {
    const auto as_call = syntax::as<syntax::Call>(decorator);
    const Value maker = evaluate(state, as_call ? as_call->function() : decorator);
    if (maker.is(Kind::function) && !interpreter_.is_here(maker.function().node))
        return decorate_by(state, decorator, maker, made);
    const torch::Row* row = row_of(maker);
    if (row && row->role == Role::no_grad && made.is(Kind::function)) {
        Function function = made.function();
        function.no_grad = true;
        return store_.function(function);
    }
    if (row && row->role == Role::opaque)
        return store_.wrapped({.form = Wrapped::Form::opaque, .target = made, .site = decorator});
    if (row && row->role == Role::patches) (void)evaluate(state, decorator);
    if (row && row->role != Role::compile && row->role != Role::disable && row->role != Role::partial) return made;
    const Value wrapper = evaluate(state, decorator);
    const Value result = apply(state, decorator, wrapper, {.positional = {made}, .keywords = {}});
    return result.is(Kind::function) || result.is(Kind::wrapped) || result.is(Kind::class_) ? result : made;
}

// A decorator of another file is interpreted once, whatever it decorates.
Value Frame::decorate_by(State& state, Node decorator, Value maker, Value made) {
    const Value anything = interpreter_.external("<decorated>");
    if (const auto call = syntax::as<syntax::Call>(decorator)) {
        Arguments arguments = evaluate_arguments(state, call->arguments());
        for (Value& value : arguments.positional) value = value.is(Kind::literal) ? constant() : value;
        for (auto& [name, value] : arguments.keywords) value = value.is(Kind::literal) ? constant() : value;
        maker = apply(state, decorator, maker, arguments);
    }
    const Value result = apply(state, decorator, maker, {.positional = {anything}, .keywords = {}});
    if (result.is(Kind::wrapped) && result.wrapped().target == anything) {
        Wrapped wrapped = result.wrapped();
        wrapped.target = made;
        if (wrapped.form == Wrapped::Form::compiled && final_ && !activation_.compiled) interpreter_.add_entry(wrapped);
        return store_.wrapped(std::move(wrapped));
    }
    if (!result.is(Kind::function)) return made;
    Function function = result.function();
    function.environment = replaced(function.environment, anything, made);
    return store_.function(function);
}

// The same variables, with another value for one.
const Environment* Frame::replaced(const Environment* environment, Value old, Value value) {
    if (!environment) return nullptr;
    Environment made = *environment;
    made.enclosing = replaced(made.enclosing, old, value);
    for (std::size_t slot = 0; slot < made.slots.size(); ++slot)
        if (made.slots[slot] == old) made.slots.set(slot, value);
    return store_.environment(std::move(made));
}

// What its decorators made of a method when its class was defined, which is not now.
Value Frame::decorated(Node definition, Value method) {
    const bool final = std::exchange(final_, false);
    State nothing;
    for (auto decorators = syntax::decorators_of(definition); !decorators.empty(); decorators.pop_back())
        method = decorate(nothing, decorators.back(), method);
    final_ = final;
    return method;
}

// Methods of lists, tuples and dicts: what they give, and what the container holds afterwards.
Value Frame::container_call(State& state, Node node, const Bound& bound, const Arguments& arguments) {
    const Node place = syntax::Attribute{syntax::Call{node}.function()}.object();
    const auto& name = std::get<std::string_view>(bound.method.literal().value);
    const Value container = bound.receiver;
    operate(node, container, name, arguments);
    const Value first = arguments.positional.empty() ? unknown() : arguments.positional.front();
    if (container.is(Kind::sequence)) {
        const Sequence& held = container.sequence();
        if (name == "append" || name == "add" || name == "appendleft" || name == "insert" || name == "extend" ||
            name == "update") {
            const Value added = name == "insert" && arguments.positional.size() > 1 ? arguments.positional[1]
                                : name == "extend" || name == "update"              ? iterate(first)
                                                                                    : first;
            replace(
                state, place,
                store_.sequence_of(held.form, held.items.empty() ? added : store_.join(store_.element(held), added)));
            return none();
        }
        if (name == "pop" || name == "popleft") return store_.element(held);
        if (name == "copy") return container;
        if (name == "index" || name == "count") return constant();
        return name == "numel" ? Value{.kind = Kind::shape_number, .dtype = torch::Dtype::integer} : unknown();
    }
    const Mapping& held = container.mapping();
    if (name == "values") return store_.sequence_of(Sequence::Form::iterator, store_.element(held));
    if (name == "keys") return store_.sequence_of(Sequence::Form::iterator, constant());
    if (name == "items")
        return store_.sequence_of(Sequence::Form::iterator,
                                  store_.sequence(Sequence::Form::tuple, {constant(), store_.element(held)}));
    if (name == "get" || name == "pop" || name == "setdefault") {
        const Value otherwise = arguments.positional.size() > 1 ? arguments.positional[1] : none();
        const auto* key = first.is(Kind::literal) ? std::get_if<std::string_view>(&first.literal().value) : nullptr;
        const Value found = key ? held.at(*key) : store_.element(held);
        return store_.join(found, otherwise);
    }
    if (name == "copy") return container;
    if (name == "update") {
        Mapping changed = held;
        changed.rest = unknown();
        replace(state, place, store_.mapping(std::move(changed)));
        return none();
    }
    return unknown();
}

}  // namespace values
