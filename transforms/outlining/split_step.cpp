#include "transforms/outlining/split_step.h"

#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "analysis/values/program.h"
#include "transforms/edit/layout.h"
#include "transforms/edit/quote.h"
#include "transforms/edit/words.h"
#include "transforms/findings.h"
#include "transforms/outlining/recompiled.h"
#include "transforms/outlining/training_step.h"

#include <algorithm>
#include <functional>
#include <map>
#include <unordered_set>

namespace transforms::outlining {

using edit::Edit;
using syntax::Kind;
using syntax::Node;

namespace {

struct Split {
    std::vector<Region> regions{};
    std::unordered_set<Node> helpers{};  // functions that run in what is left to eager, and nowhere else
    std::string problem{};
    Fix fix{};
};
using Splits = std::map<std::uint32_t, Split>;  // by the index of the function

// The function in whose place a part of it is compiled.
struct Outlined {
    const values::Program& program;
    const function::Facts& facts;
    std::string name{};
    std::string indentation;  // of the function
    std::string step;
    std::string reached{};  // what is compiled, where that is only likely to call the function

    [[nodiscard]] std::string own_name() const { return std::string(syntax::Function{facts.function()}.name().text()); }
    [[nodiscard]] std::string line() const { return std::string(program.tree().source().line_ending()); }
    [[nodiscard]] bool is_method() const { return outlining::is_method(program, facts.function()); }
    [[nodiscard]] std::string receiver() const {
        return std::string(syntax::parameters_of(facts.function()).front().name.text());
    }
};

// `step_loss(x, y)`, `self.step_loss(x)`
std::string called(const Outlined& to, const Region& region) {
    std::vector<std::string> arguments;
    for (const syntax::Parameter& each : region.inputs)
        if (!to.is_method() || each.name.text() != to.receiver()) arguments.emplace_back(each.name.text());
    return (to.is_method() ? to.receiver() + "." : "") + to.name + "(" + edit::joined(arguments, ", ") + ")";
}

// `def step_loss(self, x: Tensor):`
std::string header(const Outlined& to, const Region& region) {
    std::vector<std::string> parameters;
    if (to.is_method()) parameters.push_back(to.receiver());
    for (const syntax::Parameter& each : region.inputs) {
        if (to.is_method() && each.name.text() == to.receiver()) continue;
        const bool is_told = each.annotation && each.form == syntax::Parameter::Form::plain;
        parameters.push_back(std::string(each.name.text()) +
                             (is_told ? ": " + std::string(each.annotation.text()) : ""));
    }
    return "def " + to.name + "(" + edit::joined(parameters, ", ") + "):";
}

std::string wrapped(const Outlined& to, const std::string& indentation, const std::string& code) {
    return edit::wrapped(code, indentation, to.step, to.line());
}

std::string definition(const Outlined& to, const TrainingStep& step, const Region& region) {
    const std::string inner = to.indentation + to.step;
    std::vector<std::string> results;
    for (const names::Binding* each : region.outputs)
        results.push_back(std::string(each->text) + (step.is_only_read(region, *each) ? ".detach()" : ""));
    return wrapped(to, to.indentation, header(to, region)) + to.line() +
           body_of(to.program.tree().source(), region, inner) + inner + "return " + edit::joined(results, ", ") +
           to.line();
}

// The call, in the place of the region, and in front of it what is moved.
Edit call_in_place(const Outlined& to, const Region& region) {
    const text::Source& source = to.program.tree().source();
    const std::string indentation(*edit::indentation(source, region.first.span()));
    std::string text;
    for (const Node each : region.moved) {
        const std::uint32_t end = edit::end_of_line(source, each.span().end);  // with the comment on its line
        text += std::string(source.text({each.span().begin, end})) + to.line() + indentation;
    }
    std::vector<std::string> names;
    for (const names::Binding* each : region.outputs) names.emplace_back(each->text);
    text += wrapped(to, indentation, edit::joined(names, ", ") + " = " + called(to, region));
    return {{region.first.span().begin, edit::end_of_line(source, region.last.span().end)}, std::move(text)};
}

// What stands in front of `def`: the decorator goes to the other function.
text::Span in_front_of(Node function) {
    const Node whole = function.parent().is(Kind::decorated_definition) ? function.parent() : function;
    return {whole.span().begin, function.span().begin};
}

// `step_loss`; of several `step_actor_loss`, `step_critic_loss`; of a method `_step_loss`, which is nobody else's.
std::vector<std::string> names_of(const Outlined& to, const TrainingStep& step, const std::vector<Region>& regions) {
    std::vector<std::string> names;
    for (const Region& region : regions) {
        const std::string loss = regions.size() == 1 ? "loss" : step.losses_of(region).front();
        std::string name = to.own_name() + "_" + loss;
        if (to.is_method() && !name.starts_with('_')) name = "_" + name;
        const auto is_taken = [&] {
            return to.program.tree().source().text().find(name) != std::string_view::npos ||
                   std::ranges::find(names, name) != names.end();
        };
        while (is_taken()) name += "_";
        names.push_back(std::move(name));
    }
    return names;
}

Fix written(Outlined to, const TrainingStep& step, const std::vector<Region>& regions,
            const std::vector<std::string>& names, Recompiled compiled) {
    const std::string blank = to.line() + (to.indentation.empty() ? to.line() : "");
    Fix fix{.rewrite = "split-step", .safety = Safety::safe, .edits = std::move(compiled.edits)};
    std::string definitions;
    std::vector<std::string> assumed;
    for (std::size_t i = 0; i < regions.size(); ++i) {
        to.name = names[i];
        if (!compiled.decorator.empty()) definitions += compiled.decorator + to.line() + to.indentation;
        definitions += definition(to, step, regions[i]) + blank + to.indentation;
        fix.edits.push_back(call_in_place(to, regions[i]));
        std::ranges::move(step.assumptions_of(regions[i]), std::back_inserter(assumed));
    }
    fix.edits.push_back({in_front_of(to.facts.function()), std::move(definitions)});
    std::ranges::sort(fix.edits, {}, [](const Edit& each) { return each.span.begin; });
    fix.title = "compile what computes the loss of `" + to.own_name() + "` by itself, as `" +
                edit::joined(names, "` and `") + "`, and leave the rest to eager";
    if (!to.reached.empty())
        assumed.push_back(to.reached + " calls `" + to.own_name() + "`, and what else it does need not be compiled");
    if (!assumed.empty()) fix.safety = Safety::unsafe;
    fix.assumes = edit::joined(assumed, "; ");
    return fix;
}

// The functions that the calls lead to.
std::unordered_set<Node> reached_from(const Activations& callers, const auto& is_call) {
    std::vector<const values::Activation*> queue;
    Activations seen;
    const auto follow = [&](const values::FollowedCall& call) {
        if (call.callee && seen.insert(call.callee).second) queue.push_back(call.callee);
    };
    for (const values::Activation* each : callers)
        for (const values::FollowedCall& call : each->calls)
            if (is_call(call.node)) follow(call);
    for (std::size_t i = 0; i < queue.size(); ++i) std::ranges::for_each(queue[i]->calls, follow);
    std::unordered_set<Node> functions;
    for (const values::Activation* each : queue) functions.insert(each->scope->owner);
    return functions;
}

std::unordered_set<Node> helpers_of(const values::Program& program, Node function, const std::vector<Region>& regions) {
    const auto is_inside = [&](Node call) {
        return std::ranges::any_of(regions, [&](const Region& each) { return holds(each, call); });
    };
    const values::Calls::Activations& known = program.calls().of(function);
    const Activations own(known.begin(), known.end());
    std::unordered_set<Node> helpers = reached_from(own, std::not_fn(is_inside));
    for (const Node each : reached_from(own, is_inside)) helpers.erase(each);
    // Others that are compiled may call them, too.
    const std::unordered_set<Node> all = helpers;
    std::erase_if(helpers, [&](Node helper) {
        const auto is_other = [&](const values::Activation* caller) {
            return caller->scope->owner != function && !all.contains(caller->scope->owner);
        };
        return !program.calls().sites(helper).empty() ||
               std::ranges::any_of(program.calls().compiled_to(helper), is_other);
    });
    return helpers;
}

Split split(const Study& study, const values::Entry& entry, const Activations& training) {
    const function::Facts& facts = study.facts(entry.activation->scope->owner);
    const values::Program& program = facts.program();
    const TrainingStep step(study.analysis(), facts, training);
    Split made{.regions = step.regions()};
    made.problem = step.problem_of(made.regions);
    const Node function = facts.function();
    const auto indentation = edit::indentation(program.tree().source(), in_front_of(function));
    if (!made.problem.empty() || !indentation) return made;
    Outlined to{.program = program,
                .facts = facts,
                .indentation = std::string(*indentation),
                .step = edit::step_of(program.tree().source(), function),
                .reached = entry.by == values::Entered::likely ? edit::quoted(entry.site) : ""};
    const std::vector<std::string> names = names_of(to, step, made.regions);
    auto compiled = recompiled(program, function, names);
    if (!compiled || (to.is_method() && syntax::parameters_of(function).empty())) {
        made.problem = "how `" + to.own_name() + "` is compiled does not show how a part of it would be";
        return made;
    }
    made.helpers = helpers_of(program, function, made.regions);
    made.fix = written(std::move(to), step, made.regions, names, std::move(*compiled));
    if (!edit::well_formed(made.fix.edits)) made.problem = "its parts overlap";
    return made;
}

Splits splits_of(const Study& study) {
    const values::Program& program = *study.analysis().program();
    const Activations training = training_in(program);
    Splits splits;
    for (const values::Entry& entry : program.entries()) {
        const Node function = entry.activation->scope->owner;
        const bool is_seen = entry.by == values::Entered::compiled || entry.by == values::Entered::likely;
        if (!is_seen || !training.contains(entry.activation) || program.number_of(function) != 0 ||
            !function.is(Kind::function_definition) || splits.contains(function.index()))
            continue;
        splits.emplace(function.index(), split(study, entry, training));
    }
    return splits;
}

}  // namespace

Proposal propose_split_step(Study& study, const rules::Finding& finding) {
    const Node operand = operand_of(study.analysis(), finding);
    if (!operand) return {};
    const Splits& splits = study.once<Splits>(Node{}, [&] { return splits_of(study); });
    const Node function = syntax::function_of(operand);
    for (const auto& [index, split] : splits) {
        if (index != function.index() && !split.helpers.contains(function)) continue;
        const auto is_in = [&](const Region& region) { return holds(region, operand); };
        if (std::ranges::any_of(split.regions, is_in)) return {};
        return split.problem.empty() ? offered(split.fix) : declined(split.problem);
    }
    return {};
}

}  // namespace transforms::outlining
