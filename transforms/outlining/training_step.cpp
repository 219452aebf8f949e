#include "transforms/outlining/training_step.h"

#include "analysis/effects/escape.h"
#include "analysis/function/argument.h"
#include "analysis/syntax/places.h"
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

// It looks at gradients as they are, perhaps in a function that it calls: `norm = grad_norm(model)`.
bool sees_gradients(const Facts& facts, Node code, int depth = 0) {
    constexpr int deepest = 3;
    return std::ranges::any_of(subtree(code), [&](Node node) {
        if (node.child(Field::attribute).text() == "grad") return true;
        if (!node.is(Kind::call) || facts.row_of(node)) return false;
        const Node callee = function::only_callee(facts, node);
        if (!callee) return node.child(Field::function).text().find("grad") != std::string_view::npos;
        const bool is_here = callee.tree() == code.tree() && depth < deepest;
        return is_here && sees_gradients(facts.all().of(callee), callee.child(Field::body), depth + 1);
    });
}

// `model = self.model` in front of `model.zero_grad()`
bool gives(const Facts& facts, Node statement, Node reader) {
    return std::ranges::any_of(subtree(reader), [&](Node name) {
        const names::Binding* variable = facts.variable(name);
        return variable && std::ranges::any_of(facts.uses_of(*variable), [&](Node use) {
                   return syntax::is_within(use, statement) && effects::binds(*variable, use);
               });
    });
}

// Gradients may not be cleared in front of what gives their owner a name, or looks at them.
std::vector<Node>::const_iterator end_of_what_comes_before(const Facts& facts, const std::vector<Node>& run) {
    auto end = run.begin();
    for (auto clearing = run.begin(); clearing != run.end(); ++clearing)
        for (auto each = end; is_clearing(facts, *clearing) && each != clearing; ++each)
            if (sees_gradients(facts, *each) || gives(facts, *each, *clearing)) end = std::next(each);
    return end;
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
    run.erase(run.begin(), end_of_what_comes_before(facts_, run));
    run.erase(run.begin(), std::ranges::find_if_not(run, may_go));
    if (run.empty()) return std::nullopt;
    Region region{.first = run.front(), .last = run.back()};
    std::ranges::copy_if(run, std::back_inserter(region.moved), [&](Node each) { return is_clearing(facts_, each); });
    const auto any = [&](const auto& is_so) {
        return std::ranges::any_of(run, [&](Node each) { return std::ranges::any_of(subtree(each), is_so); });
    };
    const bool computes = any([](Node node) { return node.is(Kind::call); });
    const bool looks = std::ranges::any_of(run, [&](Node each) { return sees_gradients(facts_, each); });
    if (!computes || (looks && !region.moved.empty())) return std::nullopt;
    return completed(facts_, std::move(region));
}

}  // namespace transforms::outlining
