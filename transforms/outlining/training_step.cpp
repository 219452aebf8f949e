#include "transforms/outlining/training_step.h"

#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "analysis/values/program.h"
#include "transforms/edit/layout.h"
#include "transforms/findings.h"

#include <algorithm>
#include <unordered_map>

namespace transforms::outlining {

using function::Facts;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

// More are no step that people write.
constexpr std::size_t most_losses = 8;

// And not `loss = f(x); loss.backward()`.
bool has_own_lines(Node statement) {
    const text::Source& source = statement.tree()->source();
    const Node next = statement.next_sibling();
    return edit::indentation(source, statement.span()) &&
           (!next || source.line_at(next.span().begin) > source.line_at(statement.span().end));
}

// `optimizer.zero_grad()` on a line of its own may as well stand in front of the code that computes a loss.
bool is_clearing(const Facts& facts, Node statement) {
    const Node call = statement.is(Kind::expression_statement) ? statement.first_child() : Node{};
    const torch::Row* row = call.is(Kind::call) ? facts.row_of(call) : nullptr;
    return row && row->role == torch::Role::clears_gradients && has_own_lines(statement);
}

// Nothing of it is used behind it: `model.train()`, a docstring.
bool is_bare(Node statement) {
    const Node only = statement.is(Kind::expression_statement) ? statement.first_child() : Node{};
    return only.is(Kind::call) || only.is(Kind::string);
}

}  // namespace

bool is_training(const torch::Row* row) {
    return row && (row->role == torch::Role::asks_gradients || row->role == torch::Role::clears_gradients ||
                   row->role == torch::Role::optimizes);
}

Activations training_in(const values::Program& program) {
    std::unordered_map<const values::Activation*, std::vector<const values::Activation*>> callers;
    std::vector<const values::Activation*> queue;
    for (const values::Activation& each : program.activations()) {
        for (const values::FollowedCall& call : each.calls)
            if (call.callee) callers[call.callee].push_back(&each);
        const auto trains = [](const values::Event& event) {
            const auto* call = std::get_if<values::Call>(&event);
            return call && is_training(call->row);
        };
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
    if (asked_.size() <= most_losses) read(syntax::Function{facts_.function()}.body(), regions);
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

bool TrainingStep::breaks(Node statement) const {
    const text::Span span = statement.span();
    return std::ranges::any_of(findings_in(analysis_, facts_.function()), [&](const rules::Finding& each) {
        return span.begin <= each.span.begin && each.span.end <= span.end;
    });
}

// Without what need not be compiled at its begin and end.
std::optional<Region> TrainingStep::trimmed(std::vector<Node> run) const {
    const auto may_go = [&](Node statement) {
        return is_bare(statement) || !has_own_lines(statement) || breaks(statement);
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

}  // namespace transforms::outlining
