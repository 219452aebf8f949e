#include "analysis/values/interpret/bases.h"

#include <algorithm>
#include <utility>

// Calls: of functions and classes of this file, which are followed, and of everything else, which the knowledge
// describes.

namespace values {
namespace {

using syntax::Node;
using torch::Role;

Arguments with_first(Value first, Arguments arguments) {
    arguments.positional.insert(arguments.positional.begin(), first);
    if (arguments.placed < arguments.positional.size()) ++arguments.placed;
    return arguments;
}

// Of an API, a module of torch or a method of one; null of all else.
const torch::Row* row_of_call(Value callee, const torch::Knowledge& knowledge) {
    if (callee.is(Kind::api)) return callee.api().row;
    if (callee.is(Kind::module)) return torch::find_member(callee.api().name, "__call__", knowledge);
    return callee.is(Kind::bound) && callee.bound().method.is(Kind::api) ? callee.bound().method.api().row : nullptr;
}

}  // namespace

Value Frame::call(State& state, Node node) {
    const syntax::Call view{node};
    const Node function = view.function();
    const Value callee =
        function.is(syntax::Kind::attribute) ? attribute(state, function, true) : evaluate(state, function);
    if (final_) interpreter_.record(function, callee, activation_.compiled);
    Arguments arguments = evaluate_arguments(state, view.arguments());
    if (callee.is(Kind::bound) && callee.bound().method.is(Kind::literal))
        return container_call(state, node, callee.bound(), arguments);
    return apply(state, node, callee, arguments);
}

Value Frame::apply(State& state, Node node, Value callee, const Arguments& arguments) {
    switch (callee.kind) {
        case Kind::function: return follow(node, callee.function(), {}, arguments);
        case Kind::class_: return instantiate(node, callee.class_of(), arguments);
        case Kind::api: return apply_api(state, node, callee, never(), arguments);
        case Kind::bound: return apply_bound(state, node, callee.bound(), arguments);
        case Kind::object: return apply_object(state, node, callee, arguments);
        case Kind::module:
        case Kind::foreign:
            if (const torch::Row* row =
                    torch::find_member(callee.api().name, "__call__", interpreter_.options().torch)) {
                emit(Call{.node = node, .callee = callee, .row = row, .receiver = never(), .arguments = arguments});
                return given(*row, never(), arguments);
            }
            return unknown();
        case Kind::sequence: return apply_sequential(state, node, callee.sequence(), arguments);
        case Kind::wrapped: return apply_wrapped(state, node, callee.wrapped(), arguments);
        case Kind::choice: return apply_choice(state, node, callee.choice(), arguments);
        default: return unknown();
    }
}

// Which one it is nobody knows: what happens inside of functions of this file is told, a break of one API among others
// is not, unless all of them break.
Value Frame::apply_choice(State& state, Node node, const Choice& choice, const Arguments& arguments) {
    const torch::Knowledge& knowledge = interpreter_.options().torch;
    const bool all_break = std::ranges::all_of(choice.options, [&](Value option) {
        const Value receiver = option.is(Kind::bound) ? option.bound().receiver : never();
        return breaking(row_of_call(option, knowledge), receiver, arguments) != nullptr;
    });
    Value either = never();
    for (const Value option : choice.options) {
        const bool is_api = option.is(Kind::api) || option.is(Kind::module) ||
                            (option.is(Kind::bound) && option.bound().method.is(Kind::api));
        const bool is_told = all_break && option == choice.options.front();
        const bool final = std::exchange(final_, final_ && (!is_api || is_told));
        either = store_.join(either, apply(state, node, option, arguments));
        final_ = final;
    }
    return either;
}

Value Frame::apply_bound(State& state, Node node, const Bound& bound, const Arguments& arguments) {
    switch (bound.method.kind) {
        case Kind::function: return follow(node, bound.method.function(), bound.receiver, arguments);
        case Kind::api: return apply_api(state, node, bound.method, bound.receiver, arguments);
        case Kind::wrapped:
            return apply_wrapped(state, node, bound.method.wrapped(), with_first(bound.receiver, arguments));
        default: return unknown();
    }
}

Value Frame::apply_object(State& state, Node node, Value object, const Arguments& arguments) {
    const Class& class_ = *object.object().class_;
    const std::string_view name = Interpreter::called(class_);
    const Class* owner = class_.owner_of(name);
    if (!owner) return unknown();
    if (!activation_.compiled && interpreter_.is_compiled(class_)) {
        if (final_) return interpreter_.call_entry(object, arguments, *this);
        return unknown();
    }
    const Value method = interpreter_.decorated_method(owner->methods.at(name), *this);
    return apply_bound(state, node, {object, method}, arguments);
}

// nn.Sequential: each module gets what the one before it gave.
Value Frame::apply_sequential(State& state, Node node, const Sequence& modules, const Arguments& arguments) {
    if (modules.form != Sequence::Form::modules) return unknown();
    if (!modules.exact) {
        const Value element = store_.element(modules);
        const Value once = apply(state, node, element, arguments);
        return once.is_tensor() ? Value{.kind = Kind::tensor, .likely = once.likely} : unknown();
    }
    Arguments current = arguments;
    for (const Value module : modules.items)
        current = {.positional = {apply(state, node, module, current)}, .keywords = {}};
    return current.positional.empty() ? unknown() : current.positional.front();
}

Value Frame::apply_wrapped(State& state, Node node, const Wrapped& wrapped, const Arguments& arguments) {
    switch (wrapped.form) {
        case Wrapped::Form::compiled:
            if (activation_.compiled) return apply(state, node, wrapped.target, arguments);
            if (!final_) return unknown();
            interpreter_.add_entry(wrapped);
            return interpreter_.call_entry(wrapped.target, arguments, *this);
        case Wrapped::Form::disabled: emit(Disabled{.node = node}); return unknown();
        case Wrapped::Form::opaque: {
            const Node returns = wrapped.target.is(Kind::function)
                                     ? wrapped.target.function().node.child(syntax::Field::return_type)
                                     : Node{};
            State nothing;
            return returns ? of_annotation(nothing, returns) : unknown();
        }
        case Wrapped::Form::record: return instantiate(wrapped, arguments);
        case Wrapped::Form::partial: {
            Arguments all{.positional = wrapped.arguments, .keywords = wrapped.keywords, .open = arguments.open};
            all.positional.insert(all.positional.end(), arguments.positional.begin(), arguments.positional.end());
            all.keywords.insert(all.keywords.end(), arguments.keywords.begin(), arguments.keywords.end());
            return apply(state, node, wrapped.target, all);
        }
    }
    return unknown();
}

Value Frame::apply_api(State& state, Node node, Value callee, Value receiver, const Arguments& arguments) {
    const torch::Row* row = callee.api().row;
    if (row && row->role == Role::keyed)
        if (const Value* key = arguments.keyword("key"); key && !key->is(Kind::none) && !arguments.positional.empty()) {
            // What is compared is what the key gives: a number for `key=len`, whatever is sorted.
            const Value compared =
                apply(state, node, *key, {.positional = {iterate(arguments.positional.front())}, .keywords = {}});
            Arguments asked{.positional = {compared}, .keywords = {}};
            if (holds_tensor(compared)) asked.keywords.emplace_back("key", *key);
            emit(Call{.node = node, .callee = callee, .row = row, .receiver = receiver, .arguments = std::move(asked)});
            return given(*row, receiver, arguments);
        }
    emit(Call{.node = node, .callee = callee, .row = row, .receiver = receiver, .arguments = arguments});
    if (row) asked_by(node, *row, arguments);
    return row ? apply_role(state, node, *row, callee, receiver, arguments) : unknown();
}

// `def __new__(cls): return nn.Identity()`: an object of another class, of which no `__init__` is called any more.
std::optional<Value> Frame::made_by_new(Node node, const Class& class_, const Arguments& arguments) {
    const Class* owner = class_.owner_of("__new__");
    if (!owner) return std::nullopt;
    const Value self{.kind = Kind::class_, .data = &class_};
    const Value made = follow(node, {.node = owner->methods.at("__new__")}, self, arguments);
    const bool is_other =
        made.is(Kind::module) || made.is(Kind::foreign) || (made.is(Kind::object) && made.object().class_ != &class_);
    return is_other ? std::optional(made) : std::nullopt;
}

Value Frame::instantiate(Node node, const Class& class_, const Arguments& arguments) {
    if (const auto other = made_by_new(node, class_, arguments)) return *other;
    const Value made = store_.instance(&class_);
    if (!activation_.compiled) {
        if (final_) interpreter_.construct(class_, made, arguments, *this);
        return made;
    }
    // Of another file, the same for all classes that inherit it: nothing is known of their fields either.
    if (const Class* owner = class_.owner_of("__post_init__")) {
        const Value self = interpreter_.is_here(owner->node) ? made : store_.instance(owner);
        follow(node, {.node = owner->methods.at("__post_init__")}, self, {});
    }
    const Class* owner = class_.owner_of("__init__");
    if (owner) follow(node, {.node = owner->methods.at("__init__")}, made, arguments);
    if (const torch::Row* base = maker_of(class_, interpreter_.options().torch); base && !(owner && is_skipped(*base)))
        emit(Call{.node = node, .callee = made, .row = base, .receiver = never(), .arguments = arguments});
    return made;
}

// `Point(1, y=2)` of a namedtuple.
Value Frame::instantiate(const Wrapped& record, const Arguments& arguments) {
    std::vector<std::string_view> names;
    std::vector<Value> items;
    for (const auto& [name, otherwise] : record.keywords) {
        const Value* given = arguments.find(name, static_cast<int>(names.size()));
        names.push_back(name);
        items.push_back(given ? *given : otherwise);
    }
    return store_.record(std::move(names), std::move(items));
}

Value Frame::follow(Node node, const Function& function, std::optional<Value> self, const Arguments& arguments) {
    // Eager code of other files is followed for what it gives, and for what it compiles.
    if (!activation_.compiled && !interpreter_.is_here(function.node) &&
        node.parent().is(syntax::Kind::expression_statement) && !interpreter_.may_compile(function.node))
        return unknown();
    if (const torch::Row* row = activation_.compiled ? interpreter_.convention_of(function.node) : nullptr;
        row && row->value)
        return store_.literal(*row->value);
    const Arguments all = self ? with_first(*self, arguments) : arguments;
    const Activation* callee =
        interpreter_.interpret(function, bind_arguments(function.node, all), activation_.compiled);
    if (!callee) return unknown();
    if (final_) activation_.calls.push_back({node, callee});
    if (callee->breaks) broke_ = activation_.breaks = true;
    if (callee->result.is(Kind::never)) return unknown();
    Value result = callee->result;
    // Metadata classes of parameters are numbered afresh in the callee.
    if (result.is_tensor()) result.meta = 0;
    return result;
}

// The values of the parameters of a function, by slot; what is not given is its default, or as declared.
std::vector<Value> Frame::bind_arguments(Node function, const Arguments& arguments) {
    std::vector<Value> bound;
    std::size_t next = 0;
    const std::vector<syntax::Parameter>& parameters = interpreter_.parameters(function);
    for (const syntax::Parameter& parameter : parameters) {
        if (parameter.form == syntax::Parameter::Form::args) {
            std::vector<Value> rest;
            for (; next < arguments.positional.size(); ++next) rest.push_back(arguments.positional[next]);
            bound.push_back(arguments.open ? store_.sequence_of(Sequence::Form::tuple, unknown())
                                           : store_.sequence(Sequence::Form::tuple, std::move(rest)));
        } else if (parameter.form == syntax::Parameter::Form::kwargs) {
            Mapping rest;
            const auto is_named = [&](std::string_view name) {
                return std::ranges::find(parameters, name, [](const auto& each) { return each.name.text(); }) !=
                       parameters.end();
            };
            for (const auto& [name, value] : arguments.keywords)
                if (!is_named(name) && !rest.put(name, value)) rest.rest = unknown();
            if (arguments.open) rest.rest = unknown();
            bound.push_back(store_.mapping(std::move(rest)));
        } else {
            bound.push_back(argument_for(function, parameter, arguments, next));
        }
    }
    return bound;
}

Value Frame::argument_for(Node function, const syntax::Parameter& parameter, const Arguments& arguments,
                          std::size_t& next) {
    const Value* found = arguments.keyword(parameter.name.text());
    if (!found && !parameter.keyword_only && next < std::min(arguments.placed, arguments.positional.size()))
        found = &arguments.positional[next++];
    // Where the annotations of caller and callee contradict each other, neither is believed.
    const auto contradicts = [&](Value value) {
        if (!value.has_data() || !parameter.annotation) return false;
        const Value promised = declared(function, parameter);
        if (value.is(Kind::array)) return promised.is_tensor();
        return promised.is(Kind::sequence) || promised.is(Kind::mapping);
    };
    // What is only taken for a tensor is a mask where it is used as one.
    const auto as_used = [&](Value value) {
        const bool is_open = value.is_tensor() && value.likely && value.dtype == torch::Dtype::unknown;
        if (is_open && declared(function, parameter).dtype == torch::Dtype::boolean)
            value.dtype = torch::Dtype::boolean;
        return value;
    };
    if (found && !found->is(Kind::unknown)) return contradicts(*found) ? unknown() : as_used(*found);
    if (found || arguments.open) {
        Value made = declared(function, parameter);
        if (found && made.is(Kind::unknown)) made.unbacked = found->unbacked;
        return made;
    }
    if (parameter.value) return default_value(parameter.value);
    return declared(function, parameter);
}

}  // namespace values
