#include "transforms/if_conversion/prove/same_metadata.h"

#include "analysis/effects/escape.h"
#include "analysis/function/in_place_update.h"
#include "analysis/function/literals.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/edit/emitted_names.h"
#include "transforms/edit/quote.h"
#include "transforms/edit/words.h"
#include "transforms/if_conversion/prove/accumulated_arms.h"
#include "transforms/if_conversion/prove/alike_arms.h"
#include "transforms/if_conversion/prove/device_guards.h"
#include "transforms/scalar_uses/scalar_uses.h"
#include "transforms/speculation/speculation.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace transforms::if_conversion {

using effects::Root;
using effects::Roots;
using metadata::Place;
using operations::Form;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

std::vector<Form> forms_of_arm(Case& c, std::size_t arm) {
    std::vector<Form> all;
    metadata::Forms forms = c.forms;
    for (std::size_t i = 0; i < c.at.targets.size(); ++i) {
        const Target& target = c.at.targets[i];
        const Node value = target.values[arm];
        const bool kept = target.variable && !target.temporary;
        const bool asked = value && !(target.alike && target.text.empty());
        all.push_back(asked ? forms.of(value) : kept ? forms.of_kept(*target.variable, c.before(target)) : Form{});
        assign(c.at.targets, i, arm, forms);
    }
    return all;
}

// `self.pos_weight` beside a number.
bool may_be_number(const Case& c, Node value) {
    const bool is_name = value.is(Kind::identifier) || value.is(Kind::attribute);
    return c.proof.answer() == proof::Answer::assume && is_name && c.facts.value(value).is(values::Kind::unknown);
}

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

// What the arms give, and what an arm leaves, if all of it is known numbers, or one is and the rest may be.
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
    for (const Node each : assumed)
        c.proof.assume(edit::quoted(each) + " is a number",
                       edit::quoted(each) + " may be something else than a number");
    return numbers;
}

// `if scale == 0: scale = 1.0`, of a number that a tensor stands for: it is assigned nothing but numbers.
bool stays_kept(const Case& c, const Target& target) {
    const bool is_left = target.variable && std::ranges::any_of(target.values, [](Node value) { return !value; });
    return is_left && c.forms.of_kept(*target.variable, c.before(target)).kept;
}

// `s / 127.0 if s > 0 else 1.0`, likewise.
bool are_made_of_kept(const std::vector<Form>& arms) {
    return std::ranges::all_of(arms, &Form::is_number) && std::ranges::any_of(arms, &Form::kept);
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

// The same, where what is computed with it may be rounded as tensors are: what it meets need not be known then.
void number_serves_roughly(Case& c, const Target& target, const std::vector<Node>& numbers) {
    const bool whole = std::ranges::all_of(numbers, [&](Node each) { return is_whole(c, each); });
    scalar_uses::NumberUses uses(c.facts, c.at.statement, c.forms, c.proof,
                                 whole ? scalar_uses::Numbers::whole : scalar_uses::Numbers::floating, unreadable);
    uses.may_round(whole ? "int64" : "default");
    const std::vector<Node> reads = reads_of_number(c, target, numbers);
    for (const Node node : reads) uses.check(node);
    const bool stays =
        !reads.empty() && uses.respelled().empty() && uses.sums().empty() && !uses.alone() && !uses.doubtful();
    if (!stays) return c.proof.refuse(c.name_of(target) + " may be something else than a tensor");
    if (whole && !uses.rounded()) return;
    c.proof.assume("the precision of the tensor is as good as Python's",
                   "Python computes with " + c.name_of(target) + " in double precision");
}

// It only goes into arithmetic with tensors that take a tensor without dimensions as they take a number. In double
// precision, if others than those of few digits are among them, or Python computes with it.
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

// `y[0] = 0.5`, `y[0] = x.mean()`, `m[0] = True`: what is written to a part takes its shape, and a number its dtype.
bool serves_in_part(Case& c, const Target& target, std::size_t arm, const Form& written, const Form& part) {
    const Node value = syntax::unparenthesized(target.values[arm]);
    if (part.is_bool() && (value.is(Kind::true_) || value.is(Kind::false_))) return true;
    const auto number = function::number_of(c.facts.value(target.values[arm]));
    const bool is_cast = arm == 0 && (target.is_copied || !target.cast.empty());
    if (!number || !target.cut.is(Kind::subscript))
        return written.is_tensor() && written.shape.empty() && (is_cast || written.dtype == part.dtype);
    if (std::abs(*number) > speculation::largest_factor) return false;
    if (!part.floating && !fills(c.facts, target, arm))
        c.proof.test(proof::is_floating(target.cut.child(syntax::Field::value).text()));
    return true;
}

// What one arm writes to the part that the others leave.
bool serves_in_some_part(Case& c, const Target& target, const std::vector<Form>& arms) {
    const auto leaves = [&](std::size_t arm) { return target.values[arm] == target.cut; };
    for (std::size_t arm = 0; target.cut && arm < arms.size(); ++arm) {
        const std::size_t other = arm == 0 ? 1 : 0;
        if (arms.size() > 2 && (leaves(arm) || !leaves(other))) continue;
        if (serves_in_part(c, target, arm, arms[arm], arms[other])) return true;
    }
    return false;
}

// `self.limit.mul_(0.5)` raises an error where the product would be another dtype.
bool stays_in_place(const Case& c, const Target& target, const Form& one, const Form& other) {
    const Form place = c.forms.of(target.cut);
    return (!function::is_update(target.values[0]) || operations::same_form(one, place)) &&
           (!function::is_update(target.values[1]) || operations::same_form(other, place));
}

// `ratio = 1` in one arm, `ratio = a / b` in the other: a tensor without dimensions serves for the number as well.
bool serves_beside_number(Case& c, const Target& target, const std::vector<Form>& arms) {
    if (c.proof.answer() != proof::Answer::assume || arms.size() != 2 || target.cut) return false;
    const std::size_t arm = arms[0].is_tensor() ? 1 : 0;
    const Form& tensor = arms[1 - arm];
    const Node number = target.values[arm], given = target.values[1 - arm];
    if (!number || !given || !function::is_traced_number(c.facts.value(number))) return false;
    const bool is_floating = tensor.floating || c.facts.value(given).dtype == torch::Dtype::floating;
    const bool is_single = tensor.shape.empty() || c.facts.value(given).rank == 0;
    if (!tensor.is_tensor() || !is_floating || !is_single) return false;
    number_serves_roughly(c, target, {number});
    return true;
}

// Also `x[i]`, of which nothing is known but that.
bool are_tensors(const Case& c, const Target& target, const std::vector<Form>& arms) {
    for (std::size_t arm = 0; arm < arms.size(); ++arm) {
        const Node value = target.values[arm];
        // What is written to has a value in no place where it stands.
        const Node known = value && value == target.cut ? value.child(syntax::Field::value) : value;
        const bool is_tensor = arms[arm].is_tensor() || (c.trusts && known && c.facts.value(known).is_tensor());
        if (!is_tensor) return false;
    }
    return true;
}

// One form for each arm.
void same_form_in_all(Case& c, const Target& target, const std::vector<Form>& arms) {
    if (!are_tensors(c, target, arms))
        return c.proof.refuse(c.name_of(target) + " may be something else than a tensor", proof::metadata);
    if (c.trusts && may_be_alike(c, target, arms)) return;
    for (const Form& arm : arms) {
        if (arm.dtype != arms.front().dtype && target.cast.empty() && !target.is_copied)
            return c.proof.refuse("the arms of " + c.name_of(target) + " may have different dtypes", proof::dtypes);
        if (arm.shape != arms.front().shape)
            return c.proof.refuse("the arms of " + c.name_of(target) + " may have different shapes", proof::shapes);
    }
}

// `started` are the variables that still are numbers where the loop begins.
void same_kind_of(Case& c, std::size_t index, const std::vector<Form>& arms, std::vector<std::string>& started) {
    const Target& target = c.at.targets[index];
    if (stays_kept(c, target) || are_made_of_kept(arms)) return void(c.numbers.insert(index));
    if (const std::vector<Node> numbers = numbers_of_arms(c, target); !numbers.empty()) {
        c.numbers.insert(index);
        return number_serves(c, index, numbers);
    }
    // What is written to a tensor takes its shape and dtype.
    if (c.trusts && (target.written || target.cut))
        return c.proof.assume(std::string(speculation::all_fit), "what is written may not fit");
    if (target.cut.is(Kind::attribute) && !stays_in_place(c, target, arms[0], arms[1]))
        return c.proof.refuse("an update may not fit the shape or dtype of " + edit::quoted(target.cut),
                              proof::metadata);
    if (serves_in_some_part(c, target, arms) || serves_beside_number(c, target, arms)) return;
    if (sets_flag(c, target)) return;  // its truth is that of the tensor
    if (!accumulates(c, target) && !tracks(c, target)) return same_form_in_all(c, target, arms);
    started.push_back(c.name_of(target));
}

}  // namespace

void same_kind(Case& c) {
    std::vector<std::vector<Form>> forms;
    for (std::size_t arm = 0; arm < c.at.arms(); ++arm) forms.push_back(forms_of_arm(c, arm));
    std::vector<std::string> started;
    for (std::size_t i = 0; i < c.at.targets.size(); ++i) {
        if (c.at.targets[i].temporary || c.at.targets[i].alike) continue;
        std::vector<Form> arms;
        for (const std::vector<Form>& arm : forms) arms.push_back(arm[i]);
        same_kind_of(c, i, arms, started);
    }
    c.starts_as_number = !started.empty();
    if (!started.empty())
        c.proof.assume("a tensor serves for the number that " + edit::joined(started, " and ") +
                           (started.size() > 1 ? " start as" : " starts as"),
                       started.front() + " may still be a number");
}

}  // namespace transforms::if_conversion
