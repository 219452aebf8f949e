#include "transforms/if_conversion/prove/number_arms.h"

#include "analysis/effects/escape.h"
#include "analysis/function/in_place_update.h"
#include "analysis/function/literals.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/edit/emitted_names.h"
#include "transforms/edit/quote.h"
#include "transforms/if_conversion/prove/accumulated_arms.h"
#include "transforms/if_conversion/prove/device_guards.h"
#include "transforms/scalar_uses/scalar_uses.h"
#include "transforms/scalar_uses/takers.h"

#include <algorithm>
#include <set>
#include <utility>

namespace transforms::if_conversion {

using effects::Root;
using operations::Form;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

bool is_truth(Node value) { return value.is(Kind::true_) || value.is(Kind::false_); }

// `n += 1`, `n + 1`: Python computes it of numbers that tracing knows.
bool is_computed_number(const Case& c, Node value) {
    if (function::is_update(value))
        return value.is(Kind::augmented_assignment) && is_computed_number(c, value.child(Field::left)) &&
               is_computed_number(c, value.child(Field::right));
    const values::Value known = c.facts.value(value);
    return function::is_traced_number(known) && !known.is(values::Kind::shape_number);
}

bool is_whole(const Case& c, Node value) {
    if (value.is(Kind::augmented_assignment))
        return is_whole(c, value.child(Field::left)) && is_whole(c, value.child(Field::right));
    return is_truth(value) || values::category(c.facts.value(value)) == torch::Dtype::integer;
}

// The places that read the number: of the variable that it is assigned to, the expression itself, or `return 1.0`.
std::vector<Node> reads_of_number(const Case& c, const Target& target, const std::vector<Node>& numbers) {
    const names::Binding* variable = target.variable;
    if (c.at.form == Predication::Form::early && target.text.empty() && !target.together) return numbers;
    if (!variable && (target.together || c.at.targets.size() > 1)) return {};
    if (!variable) {
        const Node whole = parenthesized(c.at.conditions.front().parent());
        const auto assignment = syntax::as<syntax::Assignment>(whole.parent());
        if (!assignment || assignment->value() != whole) return {whole};
        variable = c.facts.variable(assignment->target());
        if (!variable || variable->captured) return {};
    }
    std::vector<Node> reads;
    const auto is_own = [&](Node use) {  // `n += 1`
        return std::ranges::any_of(target.values, [&](Node value) { return value && syntax::is_within(use, value); });
    };
    const bool comes_again = static_cast<bool>(outermost_loop(c.at.statement));
    for (const Node node : c.facts.uses_of(*variable)) {
        const bool is_read = !effects::binds(*variable, node) || node.parent().is(Kind::augmented_assignment);
        const bool is_behind = comes_again || node.index() >= c.at.statement.end_index();
        if (is_read && is_behind && !syntax::is_within(node, c.at.statement) && !is_own(node)) reads.push_back(node);
    }
    return reads;
}

// What an arm gives, if that is a tensor.
bool wants_gradient(const Case& c, const Target& target) {
    return !c.records_none() && std::ranges::any_of(target.values, [&](Node value) {
        return value && !effects::roots_of(c.facts, value, c.at.statement).differentiable.empty();
    });
}

void assume_number(Case& c, Node value) {
    c.proof.assume(edit::quoted(value) + " is a number", edit::quoted(value) + " may be something else than a number");
}

void assume_precision(Case& c, const Target& target) {
    c.proof.assume("the precision of the tensor is as good as Python's",
                   "Python computes with " + c.name_of(target) + " in double precision");
}

}  // namespace

bool may_be_number(const Case& c, Node value) {
    const bool is_name = value.is(Kind::identifier) || value.is(Kind::attribute);
    return c.proof.answer() == proof::Answer::assume && is_name && c.facts.value(value).is(values::Kind::unknown);
}

std::vector<Node> numbers_of_arms(Case& c, const Target& target) {
    const bool assumes = c.proof.answer() == proof::Answer::assume && !sums_up(c, target);
    std::vector<Node> numbers, assumed;
    for (Node value : target.values) {
        if (!value && target.variable)
            if (const auto before = c.facts.definition(*target.variable, c.at.statement)) value = before->value;
        // A loop comes by with the number that the other arm computed of it.
        if (!value && assumes && function::is_traced_number(c.before(target))) continue;
        if (!value) return {};
        const bool is_known = function::number_of(c.facts.value(value)).has_value() ||
                              (assumes && (is_truth(value) || is_computed_number(c, value)));
        if (!is_known && !may_be_number(c, value)) return {};
        if (!is_known) assumed.push_back(value);
        numbers.push_back(value);
    }
    const auto are_truths = std::ranges::count_if(numbers, is_truth);
    if (assumed.size() == numbers.size() || (are_truths > 0 && std::cmp_less(are_truths, numbers.size()))) return {};
    for (const Node each : assumed) assume_number(c, each);
    return numbers;
}

bool stays_kept(const Case& c, const Target& target) {
    const bool is_left = target.variable && std::ranges::any_of(target.values, [](Node value) { return !value; });
    return is_left && c.forms.of_kept(*target.variable, c.before(target)).kept;
}

bool are_made_of_kept(const std::vector<Form>& arms) {
    return std::ranges::all_of(arms, &Form::is_number) && std::ranges::any_of(arms, &Form::kept);
}

void number_serves_beside_tensor(Case& c, const Target& target, const std::vector<Node>& numbers) {
    for (const Node each : numbers)
        if (!function::is_traced_number(c.facts.value(each))) assume_number(c, each);
    if (!target.variable && target.text.find('.') != std::string::npos)  // `self.lr`
        return c.proof.assume("who reads " + c.name_of(target) + std::string(scalar_uses::takes_the_other),
                              c.name_of(target) + " may be told from a number");
    // Beside a tensor of floats, `1` is one of them as well.
    scalar_uses::NumberUses uses(c.facts, c.at.statement, c.forms, c.proof, scalar_uses::Numbers::floating, unreadable);
    uses.may_round("default");
    uses.stands_beside_tensor();
    const std::vector<Node> reads = reads_of_number(c, target, numbers);
    for (const Node node : reads) uses.check(node);
    if (reads.empty() || !uses.respelled().empty() || !uses.sums().empty())
        return c.proof.refuse(c.name_of(target) + " may be something else than a tensor");
    if (uses.handed_on() && wants_gradient(c, target))
        c.proof.assume("a tensor that wants a gradient may stand for the number",
                       c.name_of(target) + " would want a gradient");
    if (uses.rounded() || uses.widened()) assume_precision(c, target);
}

void number_serves_roughly(Case& c, const Target& target, const std::vector<Node>& numbers) {
    const bool whole = std::ranges::all_of(numbers, [&](Node each) { return is_whole(c, each); });
    scalar_uses::NumberUses uses(c.facts, c.at.statement, c.forms, c.proof,
                                 whole ? scalar_uses::Numbers::whole : scalar_uses::Numbers::floating, unreadable);
    uses.may_round(whole ? "int64" : "default");
    const std::vector<Node> reads = reads_of_number(c, target, numbers);
    for (const Node node : reads) uses.check(node);
    const bool stays = !reads.empty() && uses.respelled().empty() && uses.sums().empty() && !uses.alone() &&
                       !uses.doubtful() && !uses.guesses();
    const bool is_told =
        stays && !c.proof.refused() && uses.handed_on() && scalar_uses::tells_numbers(c.facts.program().tree()).numbers;
    if (!stays || is_told) return c.proof.refuse(c.name_of(target) + " may be something else than a tensor");
    if (!whole || uses.rounded()) assume_precision(c, target);
}

void number_serves(Case& c, std::size_t index, const std::vector<Node>& numbers) {
    const Target& target = c.at.targets[index];
    if (c.proof.answer() == proof::Answer::assume) return number_serves_roughly(c, target, numbers);
    scalar_uses::NumberUses uses(c.facts, c.at.statement, c.forms, c.proof, scalar_uses::Numbers::floating, unreadable);
    for (const Node number : numbers) (void)uses.takes(number);  // as every float is
    for (const Node node : reads_of_number(c, target, numbers)) uses.check(node);
    const auto torch = edit::torch_name(c.facts.program().names(), c.facts.function());
    if (c.proof.refused()) return;
    if (uses.partners().empty()) return c.proof.refuse(c.name_of(target) + " may be something else than a tensor");
    if (uses.widened()) c.wide.emplace(index, std::string(uses.partners().front().text()));
    std::set<std::string_view> deciding;
    for (const Node tensor : c.predicate.tensors)
        for (const Root& root : effects::roots_of(c.facts, tensor, c.at.statement).all) deciding.insert(root.name);
    for (const Node each : uses.partners()) {
        const auto place = c.forms.place(each);
        const bool is_near = deciding.contains(each.text()) ||
                             (place && test_device(c.facts, c.at, *place, c.predicate, c.forms, c.proof));
        if (!is_near) return c.proof.refuse("the condition may be on another device than " + edit::quoted(each));
        for (proof::Guard& test : scalar_uses::takes_as_number(each, *torch)) c.proof.test(std::move(test));
    }
}

}  // namespace transforms::if_conversion
