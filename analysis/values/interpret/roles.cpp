#include "analysis/values/interpret/role_call.h"

#include <algorithm>
#include <utility>

// What calls of torch mean: torch.compile, torch.utils.checkpoint, nn.ModuleList(); and which member says it.

namespace values {
namespace {

using syntax::Node;
using torch::Role;

bool is_flag(const Value* argument, bool on) {
    const bool* known = argument ? literal_of<bool>(*argument) : nullptr;
    return known && *known == on;
}

}  // namespace

Value Frame::apply_role(State& state, Node node, const torch::Row& row, Value callee, Value receiver,
                        const Arguments& arguments) {
    using Meaning = Value (RoleCall::*)();
    static constexpr std::pair<Role, Meaning> meanings[] = {
        {Role::compile, &RoleCall::compile},
        {Role::disable, &RoleCall::compile},
        {Role::partial, &RoleCall::partial},
        {Role::wraps, &RoleCall::wraps},
        {Role::checkpoint, &RoleCall::checkpoint},
        {Role::opaque, &RoleCall::opaque},
        {Role::patches, &RoleCall::patches},
        {Role::scripts, &RoleCall::scripts},
        {Role::reorders, &RoleCall::reorders},
        {Role::compiles, &RoleCall::compiles},
        {Role::is_tensor, &RoleCall::is_tensor},
        {Role::isinstance, &RoleCall::isinstance},
        {Role::is_class, &RoleCall::is_of_kind},
        {Role::is_function, &RoleCall::is_of_kind},
        {Role::is_callable, &RoleCall::is_of_kind},
        {Role::getattr, &RoleCall::getattr},
        {Role::super, &RoleCall::super},
        {Role::namedtuple, &RoleCall::namedtuple},
        {Role::enumerate, &RoleCall::enumerate},
        {Role::mapped, &RoleCall::mapped},
        {Role::zip, &RoleCall::zip},
        {Role::range, &RoleCall::range},
        {Role::dict, &RoleCall::dict},
        {Role::module_list, &RoleCall::module_list},
        {Role::module_dict, &RoleCall::module_dict},
        {Role::registers, &RoleCall::registers},
    };
    const auto* known = std::ranges::find(meanings, row.role, &std::pair<Role, Meaning>::first);
    if (known == std::end(meanings)) return given(row, receiver, arguments);
    RoleCall call{*this, state, node, row, callee, receiver, arguments};
    return (call.*known->second)();
}

// The expression in front of `.compile()`; the one in the parentheses of torch.compile(). None if there is no such.
Node Frame::RoleCall::handed_receiver() const {
    const auto call = syntax::as<syntax::Call>(node);
    const auto method = call ? syntax::as<syntax::Attribute>(call->function()) : std::nullopt;
    return method ? method->object() : Node{};
}

Node Frame::RoleCall::handed_argument() const {
    const auto call = syntax::as<syntax::Call>(node);
    const Node given = call ? call->arguments().first_child() : Node{};
    const auto keyword = syntax::as<syntax::Keyword>(given);
    if (!keyword) return given;
    return keyword->name().text() == "model" ? keyword->value() : Node{};
}

// Compiled code starts at it; of a choice, or of modules one behind the other, at each.
void Frame::RoleCall::hand_over(Value target, Node handed, bool fullgraph) {
    if (!is_eager()) return;
    if (target.is(Kind::choice)) {
        for (const Value option : target.choice().options) hand_over(option, {}, fullgraph);
        return;
    }
    if (target.is(Kind::wrapped) && target.wrapped().form == Wrapped::Form::partial) target = target.wrapped().target;
    // A class under a decorator stands for its instances.
    if (target.is(Kind::class_) && target.class_of().is_module) target = store.instance(&target.class_of());
    interpreter.add_entry({.form = Wrapped::Form::compiled, .target = target, .site = node, .fullgraph = fullgraph});
    if (handed) frame.hand(state, node, handed, target);
}

// torch.compile(f), torch.compile(mode=...) as a decorator to be, model.compile(); torch.compiler.disable alike.
Value Frame::RoleCall::compile() {
    const bool compiled = row.role == Role::compile;
    const bool fullgraph = is_flag(arguments.keyword("fullgraph"), true);
    if (!receiver.is(Kind::never)) {
        hand_over(receiver, handed_receiver(), fullgraph);
        return none();
    }
    const Value* target = arguments.find("model", 0);
    if (!target) target = arguments.find("fn", 0);
    if (!target || target->is(Kind::none))
        return store.wrapped({.form = Wrapped::Form::partial, .target = callee, .keywords = arguments.keywords});
    const Wrapped made{.form = compiled ? Wrapped::Form::compiled : Wrapped::Form::disabled,
                       .target = *target,
                       .site = node,
                       .fullgraph = fullgraph,
                       .recursive = !is_flag(arguments.find("recursive", 1), false)};
    // One that takes an option first is not followed.
    if (compiled && row.argument.empty()) hand_over(*target, handed_argument(), fullgraph);
    return store.wrapped(made);  // which is nothing known where it is too deep
}

Value Frame::RoleCall::partial() {
    if (!has_first) return unknown();
    return store.wrapped({.form = Wrapped::Form::partial,
                          .target = first,
                          .arguments = {positional.begin() + 1, positional.end()},
                          .keywords = arguments.keywords});
}

Value Frame::RoleCall::wraps() { return positional.size() == 1 && arguments.keywords.empty() ? first : unknown(); }

Value Frame::RoleCall::checkpoint() {
    if (!has_first) return unknown();
    Arguments rest = arguments;
    rest.positional.erase(rest.positional.begin());
    return frame.apply(state, node, first, rest);
}

Value Frame::RoleCall::opaque() {
    const auto function = std::ranges::find(positional, Kind::function, &Value::kind);
    if (function == positional.end()) return unknown();
    return store.wrapped({.form = Wrapped::Form::opaque, .target = *function, .site = node});
}

// torch._dynamo.config.patch(option=True), patch("option", True), patch({"option": True}): for the whole file, as an
// assignment to the option is.
Value Frame::RoleCall::patches() {
    if (!is_eager()) return unknown();
    const std::string_view name = callee.api().name;
    const Value config = interpreter.external(name.substr(0, name.rfind('.')));
    const auto set = [&](std::string_view option, Value value) {
        const torch::Row* known = row_of(interpreter.external_member(config, option));
        if (const auto on = truth(value); known && on) interpreter.configure(known->role, *on);
    };
    for (const auto& [option, value] : arguments.keywords) set(option, value);
    if (first.is(Kind::mapping))
        for (const auto& [option, value] : first.mapping().items) set(option, value);
    if (const auto* option = literal_of<std::string_view>(first); option && positional.size() == 2)
        set(*option, positional[1]);
    return unknown();
}

Value Frame::RoleCall::scripts() {
    const bool is_module = first.is(Kind::module) || (first.is(Kind::object) && first.object().class_->is_module);
    return is_module ? interpreter.external_instance(row.class_) : unknown();
}

Value Frame::RoleCall::reorders() {
    if (const torch::Row* function = row_of(first)) interpreter.reorder(function->name);
    return none();
}

Value Frame::RoleCall::compiles() {
    const Value* asked = arguments.keyword(row.argument);
    const bool compiles = row.argument.empty() || (asked && truth(*asked).value_or(true));
    if (!is_eager() || !compiles) return unknown();
    if (receiver.is(Kind::object) || receiver.is(Kind::choice)) {
        hand_over(receiver, handed_receiver(), false);
        return unknown();
    }
    interpreter.add_site(node);
    frame.hand(state, node, row.argument.empty() ? handed_receiver() : Node{}, unknown());
    return unknown();
}

// `nn.Sequential(*layers)`, of a list that grew in a loop.
Value Frame::RoleCall::element_of_star() {
    const auto call = syntax::as<syntax::Call>(node);
    const syntax::Node star = call ? call->arguments().first_child() : syntax::Node{};
    if (!star || !star.is(syntax::Kind::list_splat) || star.next_sibling()) return unknown();
    const Value list = frame.quietly(state, star.first_child());
    return list.is(Kind::sequence) ? store.element(list.sequence()) : unknown();
}

// nn.ModuleList([a, b]), nn.Sequential(a, b), nn.Sequential(OrderedDict(...)).
Value Frame::RoleCall::module_list() {
    constexpr auto modules = Sequence::Form::modules;
    if (positional.empty() && arguments.open) return store.sequence_of(modules, element_of_star());
    if (positional.size() != 1)
        return arguments.open ? store.sequence_of(modules, unknown()) : store.sequence(modules, positional);
    switch (first.kind) {
        case Kind::sequence:
            if (first.sequence().exact) return store.sequence(modules, first.sequence().items);
            return store.sequence_of(modules, store.element(first.sequence()));
        case Kind::mapping: return store.sequence_of(modules, store.element(first.mapping()));
        case Kind::module:
        case Kind::object: return store.sequence(modules, {first});
        default: return store.sequence_of(modules, unknown());
    }
}

Value Frame::RoleCall::module_dict() {
    Mapping made = first.is(Kind::mapping) ? first.mapping() : Mapping{.items = {}, .rest = unknown()};
    made.modules = true;
    return store.mapping(std::move(made));
}

// self.register_buffer("name", tensor)
Value Frame::RoleCall::registers() {
    const auto* name =
        positional.size() >= 2 && receiver.is(Kind::object) ? literal_of<std::string_view>(first) : nullptr;
    if (!name) return none();
    Value value = positional[1];
    if (value.is_tensor()) value.origin = Origin::buffer;
    interpreter.store_attribute(node, *name, value);
    return none();
}

}  // namespace values
