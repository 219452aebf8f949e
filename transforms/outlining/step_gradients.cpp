// What autograd gets to see of a training step of which a part is compiled by itself. A graph is one function to it: it
// goes back through all of it at once, and gives zeros for what eager code has no gradient for.
#include "analysis/effects/grad_history.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "analysis/values/program.h"
#include "transforms/edit/quote.h"
#include "transforms/edit/words.h"
#include "transforms/outlining/training_step.h"

#include <algorithm>

namespace transforms::outlining {

using function::Facts;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

// What nobody would write as one function.
constexpr std::size_t most_inputs = 12, most_outputs = 8;

// `loss` of `loss.backward()`, `torch.autograd.grad(loss, x)`.
Node asked_of(const Facts& facts, Node call) {
    const Node function = call.child(Field::function);
    const bool is_method = function.is(Kind::attribute) && !facts.program().names().qualified(function);
    return is_method ? function.child(Field::object) : call.child(Field::arguments).first_child();
}

bool is_without_gradient(values::Value value) {
    const bool is_tensor = value.is_tensor() && !effects::may_require_grad(value);
    return is_tensor || function::is_number(value) || value.is(values::Kind::none);
}

}  // namespace

std::vector<TrainingStep::Asked> TrainingStep::asked_in() const {
    std::vector<Asked> found;
    for (const Node node : subtree(facts_.function())) {
        if (!node.is(Kind::call) || !drives(node)) continue;
        const torch::Row* row = facts_.row_of(node);
        if (is_training(row) && row->role != torch::Role::asks_gradients) continue;
        found.push_back({.call = node, .of = is_training(row) ? asked_of(facts_, node) : node});
    }
    return found;
}

// The calls behind it that ask for gradients of what it computes.
std::vector<TrainingStep::Asked> TrainingStep::backwards_of(const Region& region) const {
    std::vector<Asked> found;
    for (const Asked& asked : asked_)
        if (asked.call.index() >= region.last.end_index() &&
            std::ranges::any_of(region.outputs, [&](const auto* each) { return mentions(facts_, asked.of, *each); }))
            found.push_back(asked);
    return found;
}

bool TrainingStep::is_loss(const Region& region, const names::Binding& output) const {
    return std::ranges::any_of(backwards_of(region),
                               [&](const Asked& asked) { return mentions(facts_, asked.call, output); });
}

// And not something that holds it: `outputs.loss.backward()`.
bool TrainingStep::is_tensor(const Region& region, const names::Binding& output) const {
    const std::vector<Asked> backwards = backwards_of(region);
    return std::ranges::all_of(facts_.uses_of(output), [&](Node use) {
        const bool is_part = use.parent().is(Kind::attribute) || use.parent().is(Kind::subscript);
        const bool is_asked =
            std::ranges::any_of(backwards, [&](const Asked& asked) { return syntax::is_within(use, asked.call); });
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
        const bool is_tensor = facts_.value(use).is_tensor() && !facts_.value(use).maybe_none;
        return is_tensor && ((row && row->traits.cuts) || effects::ends_as_number(facts_, use));
    });
}

bool TrainingStep::has_no_gradient(const Region& region, const names::Binding& output) const {
    const auto is_behind = [&](Node use) { return use.index() >= region.last.end_index(); };
    if (std::ranges::all_of(facts_.uses_of(output), [&](Node use) {
            return !is_behind(use) || syntax::is_target(use) || is_without_gradient(facts_.value(use));
        }))
        return true;
    return std::ranges::all_of(output.occurrences, [&](const names::Occurrence& each) {
        if (!holds(region, each.node)) return true;
        const Node with = syntax::with_around(each.node);
        if (with && holds(region, with) && function::only_stops_gradients(facts_, with)) return true;
        const auto assignment = syntax::as<syntax::Assignment>(each.node.parent());
        return assignment && assignment->target() == each.node && assignment->value() &&
               effects::is_detached(facts_, assignment->value());
    });
}

// What was compiled, and would be left to eager: a variable that the region reads is computed in front of it.
const names::Binding* TrainingStep::computed_before(const Region& region, const std::vector<Region>& regions) const {
    for (const syntax::Parameter& input : region.inputs) {
        const names::Binding* variable = facts_.variable(input.name);
        const auto is_left = [&](const names::Occurrence& each) {
            const Node statement = syntax::statement_of(each.node);
            const auto is_in = [&](const Region& other) { return holds(other, each.node); };
            const auto is_call = [](Node node) { return node.is(Kind::call); };
            return each.kind == names::BindingKind::assignment && each.node.index() < region.first.index() &&
                   std::ranges::any_of(subtree(statement), is_call) && !breaks(statement) &&
                   std::ranges::none_of(regions, is_in);
        };
        if (variable && std::ranges::any_of(variable->occurrences, is_left)) return variable;
    }
    return nullptr;
}

std::string TrainingStep::problem_of(const std::vector<Region>& regions) const {
    if (regions.empty()) return "what it computes a loss with is no part of its own";
    for (const Region& region : regions) {
        if (region.inputs.size() > most_inputs || region.outputs.size() > most_outputs)
            return "too many variables go in and out of what computes the loss";
        if (const names::Binding* variable = computed_before(region, regions))
            return "`" + std::string(variable->text) + "` is computed apart from the loss";
        const std::vector<Asked> backwards = backwards_of(region);
        if (backwards.size() > 1)
            return "gradients are asked for twice of what is computed together: " + edit::quoted(backwards.back().call);
        const Node call = backwards.front().call, asked = backwards.front().of;
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
