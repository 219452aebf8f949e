#include "analysis/values/declared/usage.h"
#include "analysis/values/interpret/frame.h"

#include <utility>

// What a parameter is when no caller tells: by its annotation, its default value, and how it is used.

namespace values {
namespace {

using syntax::Node;
using torch::Role;
using SyntaxKind = syntax::Kind;

// The bare type of an annotation node, out of its wrappers.
Node bare(Node type) {
    while (type.is(SyntaxKind::type) || type.is(SyntaxKind::parenthesized_expression)) type = type.first_child();
    return type;
}

// The parameters of `List[Tensor]`, however the grammar spelled it.
std::vector<Node> type_arguments(Node type) {
    std::vector<Node> found;
    if (type.is(SyntaxKind::subscript)) {
        for (const Node index : syntax::Subscript{type}.indices())
            for (const Node part : syntax::elements_of(index)) found.push_back(part);
    } else if (const Node list = type.child(SyntaxKind::type_parameter)) {
        for (const Node part : list.children()) found.push_back(part);
    }
    return found;
}

bool follows_argument(torch::Shape shape) {
    using torch::Shape;
    return shape == Shape::same || shape == Shape::same_size || shape == Shape::reduce || shape == Shape::broadcast;
}

bool demands_tensor(const torch::Row& row, std::size_t position) {
    return position < 32 && (row.tensors >> position & 1U) != 0;
}

}  // namespace

Value Frame::of_annotation(State& state, Node annotation) {
    const Node type = bare(annotation);
    switch (type.kind()) {
        case SyntaxKind::none: return none();
        case SyntaxKind::union_type:
        case SyntaxKind::binary_operator: {
            Value joined = never();
            for (const Node part : type.children()) joined = store_.join(joined, of_annotation(state, part));
            return joined;
        }
        case SyntaxKind::subscript:
        case SyntaxKind::generic_type: return of_generic(state, type);
        case SyntaxKind::identifier:
        case SyntaxKind::attribute:
        case SyntaxKind::member_type:
            return interpreter_.is_free_of_torch(type) ? unknown() : of_type(quietly(state, type));
        default: return unknown();
    }
}

// Evaluates without recording or emitting anything: an annotation, a default value. `def f(x: f().y, n=f())` asks for
// itself.
Value Frame::quietly(State& state, Node expression) {
    int& depth = interpreter_.quiet_depth();
    if (depth >= Interpreter::max_quiet_depth) return unknown();
    ++depth;
    const bool final = std::exchange(final_, false);
    const Value value = evaluate(state, expression);
    final_ = final;
    --depth;
    return value;
}

Value Frame::of_type(Value type) {
    if (type.is(Kind::class_)) return store_.instance(&type.class_of());
    const torch::Row* row = row_of(type);
    if (!row) return unknown();
    switch (row->role) {
        case Role::tensor_class: return {.kind = Kind::tensor, .dtype = row->dtype};
        case Role::constant_type: return constant();
        case Role::number_type: return {.kind = Kind::number, .dtype = row->dtype};
        case Role::sequence_type: return store_.sequence_of(Sequence::Form::list, unknown());
        case Role::mapping_type:
        case Role::dict: return store_.mapping({.items = {}, .rest = unknown()});
        default:
            if (row->name == torch::array_class) return {.kind = Kind::array};
            // Of a package of which nothing is traced, such as pandas: no tensor, whatever methods it has.
            if (row->name.ends_with(".*")) return store_.api(type.api().name, row, Kind::foreign);
            if (row->gives == torch::Gives::class_instance) return given(*row, never(), {});
            return unknown();
    }
}

Value Frame::of_generic(State& state, Node type) {
    const torch::Row* row = row_of(quietly(state, type.first_child()));
    const std::vector<Node> arguments = type_arguments(type);
    if (!row || arguments.empty()) return unknown();
    switch (row->role) {
        case Role::optional_type: {
            Value joined = row->name.ends_with("Optional") ? none() : never();
            for (const Node argument : arguments) joined = store_.join(joined, of_annotation(state, argument));
            return joined;
        }
        case Role::sequence_type: {
            if (arguments.size() == 1 || arguments.back().is(SyntaxKind::ellipsis))
                return store_.sequence_of(Sequence::Form::list, of_annotation(state, arguments.front()));
            std::vector<Value> items;
            for (const Node argument : arguments) items.push_back(of_annotation(state, argument));
            return store_.sequence(Sequence::Form::tuple, std::move(items));
        }
        case Role::mapping_type:
        case Role::dict: return store_.mapping({.items = {}, .rest = of_annotation(state, arguments.back())});
        default: return row->name == torch::array_class ? Value{.kind = Kind::array} : unknown();
    }
}

// `0.5` is some number, `(0.5, 1.5)` some of them.
Value Frame::as_default(Value value) {
    if (value.is(Kind::literal)) return {.kind = Kind::constant, .dtype = category(value)};
    if (!value.is(Kind::sequence) || value.sequence().items.empty()) return unknown();
    Value element = never();
    for (const Value item : value.sequence().items) element = store_.join(element, as_default(item));
    return element.is(Kind::constant) ? store_.sequence_of(value.sequence().form, element) : unknown();
}

// The standing assumption: a parameter without an annotation that is used as only tensors are is a dense tensor.
Value Frame::declared(Node function, const syntax::Parameter& parameter) {
    State nothing;
    Value value = unknown();
    if (parameter.annotation) {
        value = of_annotation(nothing, parameter.annotation);
    } else if (is_used_as_tensor(function, parameter.name)) {
        value = {.kind = Kind::tensor, .likely = true};
    } else if (is_used_as_tensor(function, parameter.name, true)) {
        value = store_.sequence_of(Sequence::Form::list, {.kind = Kind::tensor, .likely = true});
    }
    const bool may_be_mask = !parameter.annotation || (value.is_tensor() && value.dtype == torch::Dtype::unknown);
    if (may_be_mask && used_as_mask(interpreter_.uses(function), parameter, interpreter_.options().torch))
        value = {.kind = Kind::tensor, .maybe_none = value.maybe_none, .likely = true, .dtype = torch::Dtype::boolean};
    if (value.is(Kind::array)) value.known = Known::input;
    if (value.is_tensor()) {
        value.origin = Origin::argument;
        value.known = Known::input;
        value.maybe_none |= !parameter.annotation && compared_with_none(interpreter_.uses(function), parameter);
    }
    if (value.is(Kind::number)) value.origin = Origin::argument;
    if (!parameter.value) return value;
    const Value otherwise = default_value(parameter.value);
    if (otherwise.is(Kind::none)) {
        const bool flag = value.has_data() && used_as_flag(interpreter_.uses(function), parameter);
        return flag ? constant() : store_.join(value, otherwise);
    }
    // A flag: what it is set to by default tells its type, not its value. It wins over an annotation that says tensor.
    if (value.is(Kind::unknown) || value.has_data())
        if (const Value kind = as_default(otherwise); !kind.is(Kind::unknown)) return kind;
    return value;
}

bool Frame::is_used_as_tensor(Node function, Node name, bool items) {
    std::optional<bool>& known = interpreter_.used_as_tensor(name, items, usage_depth_);
    if (known) return *known;
    const auto takes = [&](Node call, std::size_t position) { return takes_tensor(function, call, position); };
    interpreter_.spend();
    const auto takes_some = [&](Node call, std::size_t position) {
        const Node other = interpreter_.function_named(syntax::Call{call}.function());
        return other && parameter_is_tensor(other, position, true);
    };
    const NameUses& uses = interpreter_.uses(function);
    const torch::Knowledge& knowledge = interpreter_.options().torch;
    known = items ? items_used_as_tensors(uses, name, knowledge, takes, takes_some)
                  : used_as_tensor(uses, name, knowledge, takes);
    return *known;
}

// `gain = after - before`, of which nothing is known, and then `gain[gain > 1.0]`: no list has a difference.
Value Frame::computed(Node target, Value value) {
    constexpr std::uint32_t max_nodes = 10'000;  // of the function, which is gone through for each variable
    const auto assignment = syntax::as<syntax::Assignment>(target.parent());
    const Node function = syntax::function_of(target);
    const bool is_open =
        value.is(Kind::unknown) && assignment && assignment->target() == target &&
        assignment->value().is(SyntaxKind::binary_operator) && function.is(SyntaxKind::function_definition) &&
        function.end_index() - function.index() < max_nodes && resolve(target).binding().is_bound_once();
    return is_open && is_used_as_tensor(function, target) ? Value{.kind = Kind::tensor, .likely = true} : value;
}

// A torch function whose result follows from its first argument, a module of torch in `self`, a function of this file
// that takes one there, `assert isinstance(x, torch.Tensor)`, `y.bmm(x)`.
bool Frame::takes_tensor(Node function, Node call, std::size_t position) {
    const Node callee = syntax::Call{call}.function();
    if (const Node other = interpreter_.function_named(callee)) return parameter_is_tensor(other, position);
    if (const auto name = file_of(callee).names().qualified(callee)) {
        const torch::Row* row = torch::find(*name, interpreter_.options().torch);
        return row && described_takes_tensor(*row, call, position);
    }
    const auto member = syntax::as<syntax::Attribute>(callee);
    if (!member) return false;
    const torch::Row* row = function_of_method(member->name().text(), interpreter_.options().torch);
    if (row && demands_tensor(*row, position + 1)) return true;
    if (position == 0 && is_module_of_self(function, *member)) return true;
    const Node method = method_of_self(function, *member);
    return method && parameter_is_tensor(method, position + 1);
}

// What `self.encode(x)` calls, or, of a module that `self` holds, `self.encoder(x)`; none if that is not known.
Node Frame::method_of_self(Node function, syntax::Attribute member) {
    const Class* self = class_of_self(function, member);
    if (!self) return {};
    const Value* held = interpreter_.attribute(*self, member.name().text());
    const bool is_module = held && held->is(Kind::object) && !held->maybe_none && held->object().class_->is_module;
    const Class& called = is_module ? *held->object().class_ : *self;
    const std::string_view name = is_module ? Interpreter::called(called) : member.name().text();
    const Class* owner = held && !is_module ? nullptr : called.owner_of(name);
    return owner && syntax::decorators_of(owner->methods.at(name)).empty() ? owner->methods.at(name) : Node{};
}

bool Frame::described_takes_tensor(const torch::Row& row, Node call, std::size_t position) {
    if (demands_tensor(row, position)) return true;
    if (position != 0) return false;
    if (row.role != Role::is_tensor && row.role != Role::isinstance)
        return row.gives == torch::Gives::tensor && follows_argument(row.shape);
    if (!call.parent().is(SyntaxKind::assert_statement)) return false;
    State nothing;
    return row.role == Role::is_tensor ||
           names_tensor_class(quietly(nothing, syntax::Call{call}.arguments().first_child().next_sibling()));
}

// Of `self.norm` in a method; null where the object is another one.
const Class* Frame::class_of_self(Node function, syntax::Attribute member) {
    const names::Scope* scope = file_of(function).names().scope_of(function);
    if (!member.object().is(SyntaxKind::identifier) || !scope || !scope->enclosing ||
        scope->enclosing->kind != names::ScopeKind::class_ || resolve(member.object()) != names::Reference{scope, 0})
        return nullptr;
    return &interpreter_.class_at(scope->enclosing->owner);
}

// `self.norm`
bool Frame::is_module_of_self(Node function, syntax::Attribute member) {
    const Class* self = class_of_self(function, member);
    const Value* held = self ? interpreter_.attribute(*self, member.name().text()) : nullptr;
    return held && held->is(Kind::module);
}

bool Frame::parameter_is_tensor(Node function, std::size_t position, bool items) {
    const auto& parameters = interpreter_.parameters(function);
    if (position >= parameters.size() || usage_depth_ >= Interpreter::max_usage_depth) return false;
    ++usage_depth_;
    const Value taken = declared(function, parameters[position]);
    --usage_depth_;
    if (items) return taken.is(Kind::sequence) && store_.element(taken.sequence()).is_tensor();
    return taken.is_tensor() && !taken.maybe_none;
}

// Evaluated wherever it is left out, and with it the defaults of what it calls: `def f(x=f())` would have no end.
Value Frame::default_value(Node expression) {
    State nothing;
    return quietly(nothing, expression);
}

}  // namespace values
