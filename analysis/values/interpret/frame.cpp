#include "analysis/values/interpret/frame.h"

#include "analysis/flow/fixpoint.h"
#include "analysis/values/declared/composite.h"

#include <algorithm>
#include <utility>

namespace values {
namespace {

using SyntaxKind = syntax::Kind;
using syntax::Node;

Branch::Form form_of(Node test) {
    switch (flow::decided_by(test).kind()) {
        case SyntaxKind::while_statement: return Branch::Form::while_;
        case SyntaxKind::assert_statement: return Branch::Form::assert_;
        case SyntaxKind::if_clause: return Branch::Form::filter;
        default: return Branch::Form::if_;
    }
}

// Whether a `case` compares the subject, rather than naming it or asking for its class.
bool compares(Node case_clause) {
    for (const Node pattern : case_clause.children()) {
        if (!pattern.is(SyntaxKind::case_pattern)) continue;
        const Node inner = pattern.first_child();
        const bool captures = inner.is(SyntaxKind::dotted_name) && !inner.first_child().next_sibling();
        if (inner && !inner.is(SyntaxKind::class_pattern) && !inner.is(SyntaxKind::identifier) && !captures)
            return true;
    }
    return false;
}

bool breaks(const Event& event) {
    if (const auto* call = std::get_if<Call>(&event))
        return breaking(call->row, call->receiver, call->arguments) != nullptr;
    if (const auto* branch = std::get_if<Branch>(&event)) return branch->form != Branch::Form::assert_;
    return std::holds_alternative<Disabled>(event);
}

bool binds(const names::Binding& variable, Node name) {
    const auto index = [](const names::Occurrence& each) { return each.node.index(); };
    const auto found = std::ranges::lower_bound(variable.occurrences, name.index(), {}, index);
    return found != variable.occurrences.end() && found->node == name;
}

// What is left of a value that still changes after several rounds of a loop.
Value widened(Value value) {
    Value general{.kind = value.kind, .maybe_none = value.maybe_none, .likely = value.likely};
    if (value.is_tensor()) return general;
    return value.data == nullptr ? general : unknown();
}

}  // namespace

Frame::Frame(Interpreter& interpreter, const names::Scope& scope, Activation& activation, Frame* outer,
             State* outer_state)
    : interpreter_(interpreter), store_(interpreter.store()), scope_(scope), file_(interpreter.file_of(scope.owner)),
      activation_(activation), outer_(outer), outer_state_(outer_state) {}

Value Frame::run(const flow::Graph& graph, State entry) {
    entry_ = std::move(entry);
    const bool outer_final = !outer_ || outer_->final_;
    final_ = outer_final && !graph.cyclic;
    auto solution = flow::solve(graph, *this, flow::Keep::entries);
    if (!solution.complete) {
        interpreter_.stop_at(scope_.owner);
        state_ = nullptr;
        return unknown();
    }
    if (graph.cyclic) {
        result_ = yielded_ = never();
        final_ = outer_final;
        exit_ = solution[graph.exit];
        flow::replay(graph, *this, std::move(solution));
    } else {
        exit_ = std::move(solution.entries[graph.exit.index]);
    }
    state_ = nullptr;
    if (!yielded_.is(Kind::never)) return store_.sequence_of(Sequence::Form::iterator, yielded_);
    // A body that never ends without an exception returns nothing that anyone could see.
    return exit_ || outer_ ? result_ : store_.join(result_, none());
}

bool Frame::transfer(State& state, const flow::Element& element) {
    if (cancelled()) return false;  // a block may be as long as the file
    state_ = &state;
    broke_ = false;
    execute(state, element);
    if (broke_ && !outer_) state.slots.settle([&](Value slot) { return resumed(slot); });
    return true;
}

// Behind a break a new graph begins, and what has been computed before is an input of it.
Value Frame::resumed(Value value) {
    if (value.has_data() && value.known == Known::no) value.known = Known::input;
    if (!value.is(Kind::sequence) || !holds_tensor(value)) return value;
    std::vector<Value> items = value.sequence().items;
    bool changed = false;
    for (Value& item : items) changed |= std::exchange(item, resumed(item)) != item;
    if (!changed) return value;
    Value made = value.sequence().exact ? store_.sequence(value.sequence().form, std::move(items))
                                        : store_.sequence_of(value.sequence().form, items.front());
    made.maybe_none = value.maybe_none;
    made.likely = value.likely;
    return made;
}

void Frame::execute(State& state, const flow::Element& element) {
    using flow::ElementKind;
    switch (element.kind) {
        case ElementKind::statement: statement(state, element.node); break;
        case ElementKind::evaluate: header(state, element.node); break;
        case ElementKind::define: define(state, element.node); break;
        case ElementKind::bind: bind(state, element.node); break;
        case ElementKind::enter: enter(state, element.node); break;
        case ElementKind::produce: produce(state, element.node); break;
        case ElementKind::test: test(state, element.node); break;
        case ElementKind::match:
            if (compares(element.node)) {
                const Node subject = element.node.parent().parent().child(syntax::Field::subject);
                ask_truth(element.node, headers_.contains(subject.index()) ? headers_[subject.index()] : unknown(),
                          Branch::Form::match);
            }
            break;
        case ElementKind::unbind:
        case ElementKind::leave:
        case ElementKind::next:
        case ElementKind::caught:
        case ElementKind::swallow: break;
    }
}

// `if self.compile_it`, in code that compiles something: a derived class, or its user, may say otherwise.
bool Frame::is_of_derived(Node test) const {
    if (activation_.compiled || !interpreter_.may_compile(activation_.function.node)) return false;
    const syntax::Node place = test.is(SyntaxKind::not_operator) ? test.first_child() : test;
    const auto attribute = syntax::as<syntax::Attribute>(place);
    return attribute && attribute->object().is(SyntaxKind::identifier);
}

bool Frame::branch(State& state, const flow::Element& element, bool yes) {
    if (element.kind != flow::ElementKind::test) return true;
    if (const auto decided = truth(tested_); decided && !element.node.is(SyntaxKind::error)) {
        if (*decided != yes && !is_of_derived(element.node)) return false;
    }
    narrow(state, element.node, yes);
    return true;
}

bool Frame::join(State& into, const State& from) { return values::join(store_, into, from); }

bool Frame::widen(State& into, const State& from) {
    const bool changed = into.slots.merge(from.slots, [&](Value mine, Value other) {
        const Value joined = store_.join(mine, other);
        if (joined == mine) return mine;
        const Value general = widened(joined);
        return general == mine ? unknown() : general;
    });
    return forget_changed_paths(into, from) || changed;
}

bool Frame::cancelled() const {
    interpreter_.spend();
    return interpreter_.is_over();
}

void Frame::emit(Event event) {
    if (breaks(event)) broke_ = activation_.breaks = true;
    if (final_ && activation_.compiled) activation_.events.push_back(std::move(event));
}

void Frame::ask_truth(Node node, Value value, Branch::Form form) {
    if (!special(node, value, "__bool__", {})) (void)special(node, value, "__len__", {});
    if (value.has_data() || value.is(Kind::tensor_number) || value.unbacked ||
        (form == Branch::Form::assert_ && is_composite(value)))
        emit(Branch{.node = node, .value = value, .form = form});
}

void Frame::test(State& state, Node operand) {
    if (final_ && activation_.compiled && !outer_) interpreter_.record_state(operand, state);
    tested_ = operand ? evaluate(state, operand) : unknown();
    ask_truth(operand, tested_, form_of(operand));
}

// The expression of a header: it is evaluated once, and what is bound later comes from it.
void Frame::header(State& state, Node expression) {
    const bool is_loop = syntax::as<syntax::For>(expression.parent()).has_value();
    Value value = evaluate(state, expression);
    if (is_loop) value = iterator_of(expression, value);
    headers_[expression.index()] = value;
    if (is_loop) emit(Loop{.node = expression, .iterable = value});
}

void Frame::produce(State& state, Node node) {
    if (node.is(SyntaxKind::pair)) {
        const Node key_node = node.child(syntax::Field::key);
        const Value key = evaluate(state, key_node);
        operate(key_node, store_.mapping({}), "__setitem__", {.positional = {key}, .keywords = {}});
        const Value value = evaluate(state, node.child(syntax::Field::value));
        keys_ = store_.join(keys_, key);
        result_ = store_.join(result_, value);
        return;
    }
    const Value value = evaluate(state, node);
    if (node.parent().is(SyntaxKind::set_comprehension)) add_to_set(node, value);
    result_ = store_.join(result_, value);
}

void Frame::statement(State& state, Node node) {
    switch (node.kind()) {
        case SyntaxKind::expression_statement:
            for (const Node child : node.children()) evaluate(state, child);
            break;
        case SyntaxKind::return_statement: {
            const Node value = node.first_child();
            result_ = store_.join(result_, value ? evaluate(state, value) : none());
            break;
        }
        case SyntaxKind::raise_statement:
            for (const Node child : node.children()) evaluate(state, child);
            break;
        case SyntaxKind::delete_statement:
            for (const Node target : syntax::elements_of(node.first_child())) delete_(state, target);
            break;
        case SyntaxKind::import_statement:
        case SyntaxKind::import_from_statement: import(state, node); break;
        default: break;
    }
}

void Frame::enter(State& state, Node item) {
    Node expression = item.child(syntax::Field::value);
    Node target;
    if (expression.is(SyntaxKind::as_pattern)) {
        target = expression.child(syntax::Field::alias).first_child();
        expression = expression.first_child();
    }
    const Value manager = evaluate(state, expression);
    const auto call = syntax::as<syntax::Call>(expression);
    const Value maker = call ? quietly(state, call->function()) : manager;
    emit(With{
        .node = expression, .manager = manager, .row = row_of(maker.is(Kind::bound) ? maker.bound().method : maker)});
    // What `__enter__` gives is the manager itself, as a rule: a file, a lock, a profiler.
    const auto entered = special(item, manager, "__enter__", {});
    if (entered) (void)special(item, manager, "__exit__", {.positional = {none(), none(), none()}, .keywords = {}});
    if (target) assign(state, target, entered ? *entered : manager.is(Kind::foreign) ? manager : unknown());
}

void Frame::bind(State& state, Node header) {
    if (const auto loop = syntax::as<syntax::For>(header)) {
        const auto iterable = headers_.find(loop->iterable().index());
        assign(state, loop->target(), iterable == headers_.end() ? unknown() : iterate(iterable->second));
        return;
    }
    // The captures of a `case` and the alias of an `except`: what their headers bind.
    for (std::uint32_t i = header.index() + 1; i < header.end_index() && !header.tree()->node(i).is(SyntaxKind::block);
         ++i) {
        const Node name = header.tree()->node(i);
        const names::Reference reference = name.is(SyntaxKind::identifier) ? resolve(name) : names::Reference{};
        if (!reference) continue;
        if (binds(reference.binding(), name))
            write(state, reference, header.is(SyntaxKind::except_clause) ? constant() : unknown());
    }
}

void Frame::define(State& state, Node definition) {
    Value made;
    if (definition.is(SyntaxKind::class_definition)) {
        if (activation_.compiled) emit(Construct{.node = definition});
        made = {.kind = Kind::class_, .data = &interpreter_.class_at(definition)};
    } else {
        made = store_.function({.node = definition, .environment = environment_here(state)});
        if (final_ && !activation_.compiled) interpreter_.note_inner(made.function());
    }
    for (auto decorators = syntax::decorators_of(definition); !decorators.empty(); decorators.pop_back())
        made = decorate(state, decorators.back(), made);
    if (const Node name = definition.child(syntax::Field::name)) assign(state, name, made);
}

}  // namespace values
