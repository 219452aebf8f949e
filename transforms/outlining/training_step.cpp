#include "transforms/outlining/training_step.h"

#include "analysis/effects/grad_history.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "analysis/values/program.h"
#include "transforms/edit/layout.h"
#include "transforms/edit/quote.h"
#include "transforms/edit/words.h"
#include "transforms/findings.h"

#include <algorithm>
#include <array>
#include <unordered_map>

namespace transforms::outlining {

using function::Facts;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

// What nobody would write as one function.
constexpr std::size_t most_inputs = 12, most_outputs = 8;

bool is_training(const torch::Row* row) {
    return row && (row->role == torch::Role::asks_gradients || row->role == torch::Role::clears_gradients ||
                   row->role == torch::Role::optimizes);
}

bool is_training(const values::Event& event) {
    const auto* call = std::get_if<values::Call>(&event);
    return call && is_training(call->row);
}

// `loss` of `loss.backward()`, `torch.autograd.grad(loss, x)`.
Node asked_of(const Facts& facts, Node call) {
    const Node function = call.child(Field::function);
    const bool is_method = function.is(Kind::attribute) && !facts.program().names().qualified(function);
    return is_method ? function.child(Field::object) : call.child(Field::arguments).first_child();
}

bool mentions(const Facts& facts, Node code, const names::Binding& variable) {
    return std::ranges::any_of(facts.uses_of(variable), [&](Node use) { return code && syntax::is_within(use, code); });
}

// `optimizer.zero_grad()` on a line of its own may as well stand in front of the code that computes a loss.
bool is_clearing(const Facts& facts, Node statement) {
    const Node call = statement.is(Kind::expression_statement) ? statement.first_child() : Node{};
    const torch::Row* row = call.is(Kind::call) ? facts.row_of(call) : nullptr;
    return row && row->role == torch::Role::clears_gradients &&
           edit::indentation(statement.tree()->source(), statement.span());
}

// Nothing of it is used behind it: `model.train()`, a docstring.
bool is_bare(Node statement) {
    const Node only = statement.is(Kind::expression_statement) ? statement.first_child() : Node{};
    return only.is(Kind::call) || only.is(Kind::string);
}

bool begins_a_line(Node statement) {
    return edit::indentation(statement.tree()->source(), statement.span()).has_value();
}

}  // namespace

Activations training_in(const values::Program& program) {
    std::unordered_map<const values::Activation*, std::vector<const values::Activation*>> callers;
    std::vector<const values::Activation*> queue;
    for (const values::Activation& each : program.activations()) {
        for (const values::FollowedCall& call : each.calls)
            if (call.callee) callers[call.callee].push_back(&each);
        const auto trains = [](const values::Event& event) { return is_training(event); };
        if (std::ranges::any_of(each.events, trains)) queue.push_back(&each);
    }
    Activations found(queue.begin(), queue.end());
    for (std::size_t i = 0; i < queue.size(); ++i)
        for (const values::Activation* caller : callers[queue[i]])
            if (found.insert(caller).second) queue.push_back(caller);
    return found;
}

bool TrainingStep::drives(Node statement) const {
    const values::Calls& calls = facts_.program().calls();
    return std::ranges::any_of(subtree(statement), [&](Node node) {
        if (!node.is(Kind::call)) return false;
        return is_training(facts_.row_of(node)) ||
               std::ranges::any_of(calls.at(node), [&](const auto* each) { return training_.contains(each); });
    });
}

bool TrainingStep::stays(Node statement) const { return drives(statement) || !may_be_outlined(facts_, statement); }

std::vector<Region> TrainingStep::regions() const {
    std::vector<Region> regions;
    read(syntax::Function{facts_.function()}.body(), regions);
    return regions;
}

void TrainingStep::read(Node block, std::vector<Region>& regions) const {
    std::vector<Node> run;
    const auto finish = [&] {
        if (auto region = trimmed(std::exchange(run, {})); region && !backwards_of(*region).empty())
            regions.push_back(std::move(*region));
    };
    for (const Node statement : block.children()) {
        if (!stays(statement) || (!run.empty() && is_clearing(facts_, statement))) {
            run.push_back(statement);
            continue;
        }
        finish();
        // An exception on the way through a `try` would leave variables as they were.
        if (statement.is(Kind::try_statement)) continue;
        for (const Node part : statement.children()) {
            if (part.is(Kind::block)) read(part, regions);
            for (const Node inner : part.children())
                if (inner.is(Kind::block)) read(inner, regions);
        }
    }
}

// Without what need not be compiled at its begin and end.
std::optional<Region> TrainingStep::trimmed(std::vector<Node> run) const {
    const auto found = findings_in(analysis_, facts_.function());
    const auto may_go = [&](Node statement) {
        const text::Span span = statement.span();
        return is_bare(statement) || !begins_a_line(statement) ||
               std::ranges::any_of(found, [&](const rules::Finding& each) {
                   return span.begin <= each.span.begin && each.span.end <= span.end;
               });
    };
    while (!run.empty() && may_go(run.back())) run.pop_back();
    run.erase(run.begin(), std::ranges::find_if_not(run, may_go));
    if (run.empty()) return std::nullopt;
    Region region{.first = run.front(), .last = run.back()};
    std::ranges::copy_if(run, std::back_inserter(region.moved), [&](Node each) { return is_clearing(facts_, each); });
    const auto any = [&](const auto& is_so) {
        return std::ranges::any_of(run, [&](Node each) { return std::ranges::any_of(subtree(each), is_so); });
    };
    const bool computes = any([](Node node) { return node.is(Kind::call); });
    const bool sees_gradients = any([](Node node) { return node.child(Field::attribute).text() == "grad"; });
    if (!computes || (sees_gradients && !region.moved.empty())) return std::nullopt;
    return completed(facts_, std::move(region));
}

// The calls behind it that ask for gradients of what it computes.
std::vector<Node> TrainingStep::backwards_of(const Region& region) const {
    std::vector<Node> found;
    for (const Node node : behind(region.last, facts_.function())) {
        if (!node.is(Kind::call) || !drives(node)) continue;
        const torch::Row* row = facts_.row_of(node);
        if (row && is_training(row) && row->role != torch::Role::asks_gradients) continue;
        const Node asked = is_training(row) ? asked_of(facts_, node) : node;
        if (std::ranges::any_of(region.outputs, [&](const auto* each) { return mentions(facts_, asked, *each); }))
            found.push_back(node);
    }
    return found;
}

bool TrainingStep::is_loss(const Region& region, const names::Binding& output) const {
    return std::ranges::any_of(backwards_of(region), [&](Node call) { return mentions(facts_, call, output); });
}

// And not something that holds it: `outputs.loss.backward()`.
bool TrainingStep::is_tensor(const Region& region, const names::Binding& output) const {
    return std::ranges::all_of(facts_.uses_of(output), [&](Node use) {
        const bool is_part = use.parent().is(Kind::attribute) || use.parent().is(Kind::subscript);
        const bool is_asked =
            std::ranges::any_of(backwards_of(region), [&](Node call) { return syntax::is_within(use, call); });
        const bool is_method =
            use.parent().parent().is(Kind::call) && is_training(facts_.row_of(use.parent().parent()));
        return !is_asked || !is_part || is_method || facts_.value(use).is_tensor();
    });
}

bool TrainingStep::is_only_read(const Region& region, const names::Binding& output) const {
    return std::ranges::all_of(facts_.uses_of(output), [&](Node use) {
        if (holds(region, use) || use.index() < region.first.index()) return true;
        const Node call = use.parent().parent();
        const torch::Row* row = use.field() == Field::object && call.is(Kind::call) ? facts_.row_of(call) : nullptr;
        return (row && row->traits.cuts) || effects::ends_as_number(facts_, use);
    });
}

bool TrainingStep::has_no_gradient(const Region& region, const names::Binding& output) const {
    return std::ranges::all_of(output.occurrences, [&](const names::Occurrence& each) {
        if (!holds(region, each.node)) return true;
        const Node with = syntax::with_around(each.node);
        if (with && holds(region, with) && function::only_stops_gradients(facts_, with)) return true;
        const auto assignment = syntax::as<syntax::Assignment>(each.node.parent());
        return assignment && assignment->target() == each.node && assignment->value() &&
               effects::is_detached(facts_, assignment->value());
    });
}

std::string TrainingStep::problem_of(const std::vector<Region>& regions) const {
    if (regions.empty()) return "what it computes a loss with is no part of its own";
    for (const Region& region : regions) {
        if (region.inputs.size() > most_inputs || region.outputs.size() > most_outputs)
            return "too many variables go in and out of what computes the loss";
        const std::vector<Node> backwards = backwards_of(region);
        if (backwards.size() > 1)
            return "gradients are asked for twice of what is computed together: " + edit::quoted(backwards.back());
        const Node call = backwards.front(), asked = asked_of(facts_, call);
        for (const Node argument : call.child(Field::arguments).children()) {
            const auto named = syntax::as<syntax::Keyword>(argument);
            if (argument == asked || (named && named->value().is(Kind::false_))) continue;
            const bool keeps = named && named->name().text().ends_with("_graph");
            const bool asks = is_training(facts_.row_of(call)) &&
                              std::ranges::any_of(region.outputs,
                                                  [&](const auto* each) { return mentions(facts_, argument, *each); });
            if (keeps || asks) return edit::quoted(call) + " asks for more than the gradients of parameters";
        }
        for (const names::Binding* each : region.outputs) {
            if (is_loss(region, *each) || is_only_read(region, *each) || has_no_gradient(region, *each)) continue;
            for (const Node use : facts_.uses_of(*each)) {
                const auto is_in = [&](const Region& other) { return holds(other, use); };
                if (use.index() >= region.last.end_index() &&
                    (use.index() < call.index() || std::ranges::any_of(regions, is_in)))
                    return "a gradient may flow through `" + std::string(each->text) + "`";
            }
        }
    }
    return {};
}

std::vector<std::string> TrainingStep::losses_of(const Region& region) const {
    std::vector<std::string> names;
    for (const names::Binding* each : region.outputs)
        if (is_loss(region, *each)) names.emplace_back(each->text);
    return names;
}

std::vector<std::string> TrainingStep::assumptions_of(const Region& region) const {
    const std::string loss = "`" + edit::joined(losses_of(region), "` and `") + "`";
    std::vector<std::string> assumed;
    for (const names::Binding* each : region.outputs) {
        const std::string name = "`" + std::string(each->text) + "`";
        if (is_loss(region, *each)) {
            if (!is_tensor(region, *each))
                assumed.push_back("nothing in " + name + " depends on a parameter that the loss in it does not");
        } else if (!is_only_read(region, *each) && !has_no_gradient(region, *each)) {
            assumed.push_back(name + " depends on no parameter that " + loss + " does not");
        }
    }
    return assumed;
}

}  // namespace transforms::outlining
