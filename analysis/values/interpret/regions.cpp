#include "analysis/values/interpret/frame.h"

#include "analysis/values/declared/passed.h"

#include <algorithm>

// Compiled regions: what is handed to torch.compile anywhere in the file, with the arguments of its visible calls, and
// `forward` of modules.

namespace values {
namespace {

using syntax::Node;

bool is_callable_scope(const names::Scope& scope) {
    return scope.kind == names::ScopeKind::function && scope.enclosing &&
           (scope.enclosing->kind == names::ScopeKind::module || scope.enclosing->kind == names::ScopeKind::class_);
}

// `__init__`, `__repr__` and their like run around compiled code rather than in it.
bool makes_or_prints(std::string_view method) {
    return method.starts_with("__") && method.ends_with("__") && method != "__call__";
}

Arguments whatever(Value self) {
    Arguments made{.positional = {}, .keywords = {}, .open = true};
    if (!self.is(Kind::never)) made.positional.push_back(self);
    return made;
}

}  // namespace

void Interpreter::run() {
    looks_for_entries_ = program_.tree().source().text().find("compile") != std::string_view::npos;
    run_once();
    if (learned_late_) {
        forget_activations();
        run_once();
    }
    if (!program_.entries_.empty()) read_stars();
}

// All but what has been learned about classes.
void Interpreter::forget_activations() {
    by_key_.clear();
    contexts_.clear();
    methods_.clear();
    compiled_.clear();
    compiled_by_target_.clear();
    compiled_by_site_.clear();
    entered_.clear();
    own_claims_.clear();
    drivers_.clear();
    program_.sites_.clear();
    program_.claims_.clear();
    compiled_classes_.clear();
    program_.entries_.clear();
    known_entries_.clear();
    program_.activations_.clear();
    program_.states_.clear();
    program_.known_.assign(program_.tree().size(), {});
    program_.known_elsewhere_.clear();
    program_.stopped_.reset();
    inner_.clear();
    steps_ = 0;
    activations_elsewhere_ = 0;
}

void Interpreter::run_once() {
    run_module();
    if (looks_for_entries_) run_eager_code();
    Activation nobody{.scope = &names().top()};
    Frame frame(*this, names().top(), nobody);
    if (options_.entries_compile) {
        for (std::size_t i = 0; i < compiled_.size(); ++i) {  // NOLINT(modernize-loop-convert): more come meanwhile
            const Wrapped compiled = compiled_[i];
            const auto target = target_of(compiled.target);
            if (target && !entered_.contains({key(compiled.site), key(target->function.node)}))
                enter(compiled, *target, whatever(self_of(*target, frame)), frame);
        }
        enter_claims(frame);
    }
    enter_marked(frame);
    if (options_.entries_forward) enter_forwards(frame);
    enter_hooks(frame);
    if (options_.entries_functions || !options_.entries.empty()) enter_functions(frame);
}

// Of a method that is entered by itself, because its decorator compiles it, an object of its class.
Value Interpreter::self_of(const Target& target, Frame& frame) {
    const Node function = target.function.node;
    const names::Scope* scope = is_here(function) ? names().scope_of(function) : nullptr;
    const bool is_method = scope && scope->enclosing && scope->enclosing->kind == names::ScopeKind::class_;
    if (!target.self.is(Kind::never) || !is_method) return target.self;
    return frame.receiver_of(function, store().instance(&class_at(scope->enclosing->owner)));
}

void Interpreter::run_module() {
    const names::Scope& top = names().top();
    module_activation_ = std::make_unique<Activation>(Activation{.scope = &top});
    module_frame_ = std::make_unique<Frame>(*this, top, *module_activation_);
    (void)module_frame_->run(graph(program_.tree().root()),
                             {.slots = Slots(top.bindings.size(), never()), .paths = {}});
}

void Interpreter::run_eager_code() {
    for (const names::Scope& scope : names().scopes())
        if (is_callable_scope(scope) && contexts_[scope.owner] == Contexts{}) interpret_eagerly({.node = scope.owner});
    for (std::size_t i = 0; i < inner_.size(); ++i) {  // NOLINT(modernize-loop-convert): more come meanwhile
        const Function inner = inner_[i];
        if (contexts_[inner.node] == Contexts{}) interpret_eagerly(inner);
    }
}

void Interpreter::enter_forwards(Frame& frame) {
    for (const names::Scope& scope : names().scopes()) {
        if (scope.kind != names::ScopeKind::class_) continue;
        const Class& class_ = class_at(scope.owner);
        if (!class_.is_module || compiled_classes_.contains(&class_)) continue;
        for (const std::string_view name : {"forward", "__call__"})
            if (const auto method = class_.methods.find(name); method != class_.methods.end())
                enter_forward(class_, method->second, frame);
    }
}

// `forward` of a module, or a `__call__` that stands in front of it.
void Interpreter::enter_forward(const Class& class_, Node definition, Frame& frame) {
    const Value method = decorated_method(definition, frame);
    if (!method.is(Kind::function)) return;  // disabled, or compiled by its decorator and entered already
    if (drivers_.contains(definition)) return;
    // A decorator may have put another function in front, with other parameters.
    const Function& function = method.function();
    const Value self = store().instance(&class_);
    const Activation* activation = interpret(function, frame.bind_arguments(function.node, whatever(self)), true);
    if (activation) put_entry({.activation = activation, .site = definition, .by = Entered::forward});
}

// `# graphmend: entry` on the line of a `def` or on the one above it: compiled by code that is not seen.
void Interpreter::enter_marked(Frame& frame) {
    constexpr std::string_view mark = "# graphmend: entry";
    const text::Source& source = program_.tree().source();
    if (source.text().find(mark) == std::string_view::npos) return;
    const auto is_marked = [&](std::uint32_t line) {
        return source.text(source.line(line)).find(mark) != std::string_view::npos;
    };
    for (const names::Scope& scope : names().scopes()) {
        if (!is_callable_scope(scope)) continue;
        const Node definition =
            scope.owner.parent().is(syntax::Kind::decorated_definition) ? scope.owner.parent() : scope.owner;
        const std::uint32_t first = source.line_at(definition.span().begin);
        if (!is_marked(source.line_at(scope.owner.span().begin)) && (first == 0 || !is_marked(first - 1))) continue;
        const bool method = scope.enclosing->kind == names::ScopeKind::class_;
        const Value self = method ? store().instance(&class_at(scope.enclosing->owner)) : never();
        const Activation* activation =
            interpret({.node = scope.owner}, frame.bind_arguments(scope.owner, whatever(self)), true);
        if (!activation) continue;
        put_entry({.activation = activation, .site = scope.owner});
    }
}

void Interpreter::enter_functions(Frame& frame) {
    std::multimap<std::string, Passed, std::less<>> called;
    for (const std::string& entry : options_.entries) {
        Passed passed = read_passed(entry);
        called.emplace(passed.function, std::move(passed));
    }
    for (const names::Scope& scope : names().scopes()) {
        if (!is_callable_scope(scope)) continue;
        const auto [first, last] = called.equal_range(names().qualified_name(scope));
        for (auto each = first; each != last; ++each) enter_function(scope, each->second, frame);
        if (first == last && options_.entries_functions) enter_function(scope, {}, frame);
    }
}

void Interpreter::enter_function(const names::Scope& scope, const Passed& passed, Frame& frame) {
    const Node owner = scope.owner;
    const bool is_method = scope.enclosing->kind == names::ScopeKind::class_;
    if (is_method && makes_or_prints(owner.child(syntax::Field::name).text())) return;
    const Value function = decorated_method(owner, frame);
    if (!function.is(Kind::function)) return;
    Arguments arguments = whatever(self_of({.function = {.node = owner}}, frame));
    if (function.function().node == owner)
        for (const auto& [name, value] : passed.arguments) arguments.keywords.emplace_back(name, value);
    const Activation* activation =
        interpret(function.function(), frame.bind_arguments(function.function().node, arguments), true);
    const bool is_seen = handles_tensors(owner) || is_read_by_forward(owner, frame);
    if (activation && (is_seen || options_.entries_others))
        put_entry({.activation = activation, .site = owner, .by = is_seen ? Entered::function : Entered::other});
    // What a decorator puts in front of a function of another file.
    if (!activation || !activation->result.is(Kind::function)) return;
    const Function& made = activation->result.function();
    const Activation* inner = interpret(made, frame.bind_arguments(made.node, whatever(never())), true);
    if (inner && handles_tensors(owner)) put_entry({.activation = inner, .site = made.node, .by = Entered::function});
}

// A property of a module, `self.loss_function`, may be asked for by the `forward` of a class in another file.
bool Interpreter::is_read_by_forward(Node function, Frame& frame) {
    const names::Scope* scope = names().scope_of(function);
    if (scope->enclosing->kind != names::ScopeKind::class_ || !class_at(scope->enclosing->owner).is_module)
        return false;
    const torch::Row* row = frame.method_row(function);
    return row && row->role == torch::Role::property;
}

// Whether something in the function was seen to be a tensor, or a function that may make one: numpy.random.rand.
bool Interpreter::handles_tensors(Node function) const {
    for (std::uint32_t i = function.index(); i < function.end_index(); ++i) {
        if (!program_.known_[i].compiled) continue;
        const Value value = program_.known_[i].value;
        if (value.has_data()) return true;
        if (const torch::Row* row = row_of(value); row && row->given_gives == torch::Gives::array) return true;
    }
    return false;
}

std::optional<Interpreter::Target> Interpreter::target_of(Value value) {
    switch (value.kind) {
        case Kind::function: return Target{value.function()};
        case Kind::bound:
            if (value.bound().method.is(Kind::function))
                return Target{value.bound().method.function(), value.bound().receiver};
            return std::nullopt;
        case Kind::object: {
            const Class& class_ = *value.object().class_;
            const std::string_view name = called(class_);
            const Class* owner = class_.owner_of(name);
            if (!owner) return std::nullopt;
            return Target{{.node = owner->methods.at(name)}, value};
        }
        default: return std::nullopt;
    }
}

void Interpreter::configure(torch::Role option, bool on) {
    Dynamo& dynamo = program_.dynamo_;
    if (option == torch::Role::captures_scalars) dynamo.captures_scalars = on;
    if (option == torch::Role::captures_shapes) dynamo.captures_shapes = on;
    if (option == torch::Role::allows_rnn) dynamo.allows_rnn = on;
}

void Interpreter::add_entry(const Wrapped& compiled) {
    // nn.Sequential runs its modules in one graph.
    if (compiled.target.is(Kind::sequence) && compiled.target.sequence().form == Sequence::Form::modules) {
        Wrapped part = compiled;
        for (const Value module : compiled.target.sequence().items) part.target = module, add_entry(part);
        return;
    }
    if (!compiled.target.is(Kind::api)) add_site(compiled.site);
    if (compiled.target.is(Kind::object)) compiled_classes_.insert(compiled.target.object().class_);
    const std::size_t target = hash(compiled.target);
    const auto is_of_target = [&](std::size_t other) { return compiled_[other].target == compiled.target; };
    std::vector<std::size_t>& alike = compiled_by_target_[target];
    std::vector<std::size_t>& here = compiled_by_site_[{key(compiled.site), target}];
    if (std::ranges::any_of(here, is_of_target)) return;
    here.push_back(compiled_.size());
    if (std::ranges::none_of(alike, is_of_target)) alike.push_back(compiled_.size());
    compiled_.push_back(compiled);
}

Value Interpreter::call_entry(Value target, const Arguments& arguments, Frame& frame) {
    const auto callee = target_of(target);
    if (!callee || !options_.entries_compile) return unknown();
    for (const std::size_t number : compiled_by_target_[hash(target)]) {
        const Wrapped compiled = compiled_[number];
        if (compiled.target != target) continue;
        Arguments all = arguments;
        if (!callee->self.is(Kind::never)) all.positional.insert(all.positional.begin(), callee->self);
        return enter(compiled, *callee, all, frame);
    }
    return unknown();
}

// A number that an earlier call of the same gave another value: from now on it is a symbol.
void Interpreter::make_symbols(std::pair<std::uint64_t, std::uint64_t> entry, std::vector<Value>& inputs) {
    const auto [first, inserted] = first_inputs_.try_emplace(entry, inputs);
    for (std::size_t i = 0; !inserted && i < inputs.size(); ++i) {
        const torch::Dtype dtype = category(inputs[i]);
        const bool number =
            inputs[i].is(Kind::literal) && (dtype == torch::Dtype::integer || dtype == torch::Dtype::floating);
        if (number && first->second[i].is(Kind::literal) && category(first->second[i]) == dtype &&
            inputs[i] != first->second[i])
            inputs[i] = {.kind = Kind::number, .varies = true, .dtype = dtype, .origin = Origin::argument};
    }
}

// A method that is left to eager by `@torch.compiler.disable`, whatever is done with its instances.
const Wrapped* Interpreter::disabled(const Wrapped& compiled, const Target& target, Frame& frame) {
    if (!compiled.target.is(Kind::object)) return nullptr;
    const Value method = decorated_method(target.function.node, frame);
    const bool is_disabled = method.is(Kind::wrapped) && method.wrapped().form == Wrapped::Form::disabled;
    return is_disabled ? &method.wrapped() : nullptr;
}

void Interpreter::put_entry(const Entry& entry) {
    known_entries_.insert({entry.activation, key(entry.site), entry.claim});
    program_.entries_.push_back(entry);
}

Value Interpreter::enter(const Wrapped& compiled, const Target& target, const Arguments& arguments, Frame& frame,
                         const Claim* claim) {
    const Wrapped* eager = disabled(compiled, target, frame);
    if (eager && eager->recursive) return unknown();
    std::vector<Value> inputs = frame.bind_arguments(target.function.node, arguments);
    for (Value& input : inputs)
        if (input.is_tensor()) {
            input.origin = Origin::argument;
            input.known = Known::input;
        } else if (input.is(Kind::number)) {
            input.origin = Origin::argument;
        }
    make_symbols({key(compiled.site), key(target.function.node)}, inputs);
    const Activation* activation = interpret(target.function, std::move(inputs), !eager);
    if (!activation) return unknown();
    entered_.insert({key(compiled.site), key(target.function.node)});
    const auto add = [&](const Activation* entered) {
        if (entered && !known_entries_.contains({entered, key(compiled.site), claim}))
            put_entry({.activation = entered,
                       .site = compiled.site,
                       .by = claim ? Entered::likely : Entered::compiled,
                       .fullgraph = compiled.fullgraph,
                       .claim = claim});
    };
    if (eager)
        for (const FollowedCall& call : activation->calls)
            add(interpret(call.callee->function, call.callee->arguments, true));
    else
        add(activation);
    Value result = activation->result;
    result.meta = 0;
    return result.is(Kind::never) ? unknown() : result;
}

}  // namespace values
