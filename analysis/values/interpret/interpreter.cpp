#include "analysis/values/interpret/interpreter.h"

#include "analysis/flow/build.h"
#include "analysis/values/interpret/frame.h"

#include <algorithm>

namespace values {
namespace {

// That contextlib.suppress() and its like resume behind the `with` changes no value that a rule asks for, and an edge
// for it behind every `with torch.no_grad()` would blur what is known there.
bool nobody_swallows(syntax::Node) { return false; }

// Numbers the metadata classes of arguments afresh, so that calls which differ in nothing else share an activation.
void renumber(std::vector<Value>& arguments) {
    std::vector<Meta> seen;
    for (Value& argument : arguments) {
        if (argument.meta == 0) continue;
        auto at = std::ranges::find(seen, argument.meta);
        if (at == seen.end()) at = seen.insert(seen.end(), argument.meta);
        const auto number = static_cast<Meta>(at - seen.begin()) + 1;
        argument.meta = number <= Store::parameter_metas ? number : 0;
    }
}

// What is kept of an argument when a function is called with too many different ones.
Value general(Value argument) {
    if (argument.is_tensor()) return {.kind = Kind::tensor, .maybe_none = argument.maybe_none, .likely = true};
    if (argument.is(Kind::literal)) return constant();
    if (argument.is(Kind::sequence) || argument.is(Kind::mapping)) return unknown();
    return argument;
}

bool matches(const Activation& activation, const Function& function, const std::vector<Value>& arguments,
             bool compiled) {
    return activation.function.node == function.node && activation.compiled == compiled &&
           activation.function.no_grad == function.no_grad && activation.function.environment == function.environment &&
           activation.arguments == arguments;
}

}  // namespace

Interpreter::Interpreter(Program& program, const Options& options)
    : program_(program), options_(options), rebound_(names::rebound_in(program.names())) {
    const names::File& file = *program.files_.front();
    files_by_path_.emplace(file.source()->path(), &file);
}

Interpreter::~Interpreter() = default;

const flow::Graph& Interpreter::graph(syntax::Node body) {
    auto& made = graphs_[body];
    if (!made) made = std::make_unique<flow::Graph>(flow::build(body, nobody_swallows));
    return *made;
}

const NameUses& Interpreter::uses(syntax::Node function) {
    return uses_.try_emplace(function, file_of(function).names(), function).first->second;
}

const std::vector<syntax::Parameter>& Interpreter::parameters(syntax::Node function) {
    const auto [known, is_new] = parameters_.try_emplace(function);
    if (is_new) known->second = syntax::parameters_of(function);
    return known->second;
}

void Interpreter::record(syntax::Node expression, Value value, bool compiled) {
    if (!compiled && !is_here(expression)) return;
    Program::Known& known =
        is_here(expression) ? program_.known_[expression.index()] : program_.known_elsewhere_[expression];
    // What happens outside of compiled code is of interest only until it is seen inside.
    if (known.compiled && !compiled) return;
    known.value = known.compiled == compiled ? store().join(known.value, value) : value;
    known.compiled = compiled;
}

void Interpreter::record_state(syntax::Node test, const State& state) {
    if (!test || !is_here(test)) return;
    const auto [found, inserted] = program_.states_.try_emplace(test.index(), state);
    if (!inserted && found->second.slots.size() == state.slots.size()) join(store(), found->second, state);
}

Value Interpreter::recorded(syntax::Node expression) const { return program_.value(expression); }

// What is kept of the arguments when a function has been called with many different ones, so that there is an end.
void Interpreter::generalize(Function& function, std::vector<Value>& arguments, std::size_t contexts) {
    renumber(arguments);
    if (contexts >= max_contexts) std::ranges::transform(arguments, arguments.begin(), general);
    if (contexts < max_all_contexts) return;
    std::ranges::fill(arguments, unknown());
    function.environment = store().vague(function.environment);
}

const Activation* Interpreter::interpret(Function function, std::vector<Value> arguments, bool compiled) {
    const names::Scope* scope = file_of(function.node).names().scope_of(function.node);
    if (!scope) return nullptr;
    std::size_t& contexts = contexts_[function.node].at(compiled ? 1 : 0);
    generalize(function, arguments, contexts);
    std::size_t key = function.node.index() * 2 + (compiled ? 1 : 0);
    for (const Value argument : arguments) key = key * 31 + hash(argument);
    auto& candidates = by_key_[key];
    for (const Activation* known : candidates)
        if (matches(*known, function, arguments, compiled))
            return std::ranges::count(running_, known) > 0 ? nullptr : known;
    const bool here = is_here(function.node), aside = !here && !compiled;
    if (running_.size() >= max_call_depth || is_over()) return nullptr;
    if (!here && activations_elsewhere_++ >= max_activations_elsewhere) return nullptr;
    if (aside && depth_aside_ >= max_depth_aside) return nullptr;

    ++contexts;
    has_compiled_ |= compiled;
    candidates.push_back(&program_.activations_.emplace_back(
        Activation{.scope = scope, .function = function, .arguments = std::move(arguments), .compiled = compiled}));
    depth_aside_ += aside ? 1 : 0;
    const Activation* made = run(program_.activations_.back());
    depth_aside_ -= aside ? 1 : 0;
    return made;
}

const Activation* Interpreter::run(Activation& activation) {
    std::vector<Value> slots = activation.arguments;
    slots.resize(activation.scope->bindings.size(), never());
    // Numbered as renumber() does, so that the joins over activations keep what holds in each.
    Meta last = 0;
    for (const Value argument : activation.arguments) last = std::max(last, argument.meta);
    for (std::size_t i = 0; i < activation.arguments.size(); ++i)
        if (Value& parameter = slots[i]; parameter.is_tensor() && parameter.meta == 0)
            parameter.meta = last < Store::parameter_metas ? ++last : store().new_meta();
    running_.push_back(&activation);
    Frame frame(*this, *activation.scope, activation);
    activation.result = frame.run(graph(activation.function.node), {.slots = Slots(std::move(slots)), .paths = {}});
    running_.pop_back();
    return &activation;
}

// A body of another file is named by the function of this one that led to it.
void Interpreter::stop_at(syntax::Node body) {
    if (program_.stopped_) return;
    for (auto at = running_.rbegin(); !is_here(body) && at != running_.rend(); ++at) body = (*at)->function.node;
    program_.stopped_ = Stop{.body = is_here(body) ? body : program_.tree().root(), .steps = steps()};
}

void Interpreter::interpret_eagerly(const Function& function) {
    if (!looks_for_entries_) return;
    Activation nobody;
    Frame frame(*this, names().top(), nobody);
    (void)interpret(function, frame.bind_arguments(function.node, {.positional = {}, .keywords = {}, .open = true}),
                    false);
}

}  // namespace values
