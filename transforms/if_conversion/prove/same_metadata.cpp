#include "transforms/if_conversion/prove/same_metadata.h"

#include "analysis/effects/escape.h"
#include "analysis/function/in_place_update.h"
#include "analysis/function/literals.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/tree.h"
#include "transforms/edit/quote.h"
#include "transforms/edit/words.h"
#include "transforms/if_conversion/prove/accumulated_arms.h"
#include "transforms/if_conversion/prove/alike_arms.h"
#include "transforms/if_conversion/prove/number_arms.h"
#include "transforms/speculation/speculation.h"

#include <algorithm>
#include <cmath>

namespace transforms::if_conversion {

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

// `y[0] = 0.5`, `y[0] = x.mean()`, `m[0] = True`: what is written to a part takes its shape, and a number its dtype.
bool serves_in_part(Case& c, const Target& target, std::size_t arm, const Form& written, const Form& part) {
    const Node value = syntax::unparenthesized(target.values[arm]);
    if (part.is_bool() && (value.is(Kind::true_) || value.is(Kind::false_))) return true;
    const auto number = function::number_of(c.facts.value(target.values[arm]));
    const bool is_cast = (arm == 0 && target.is_copied) || target.is_cast(arm);
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

// A floating tensor without dimensions.
bool is_single_float(const Case& c, Node value, const Form& form) {
    const values::Value known = value ? c.facts.value(value) : values::Value{};
    const bool is_floating = form.floating || known.dtype == torch::Dtype::floating;
    return form.is_tensor() && is_floating && (form.shape.empty() || known.rank == 0);
}

// `ratio = 1` in one arm, `ratio = a / b` in the others: a tensor without dimensions serves for the number as well.
bool serves_beside_number(Case& c, const Target& target, const std::vector<Form>& arms) {
    if (c.proof.answer() != proof::Answer::assume || target.cut) return false;
    std::vector<Node> numbers;
    const Form* tensor = nullptr;
    for (std::size_t arm = 0; arm < arms.size(); ++arm) {
        const Node value = target.values[arm];
        if (value && (function::is_traced_number(c.facts.value(value)) || may_be_number(c, value))) {
            numbers.push_back(value);
            continue;
        }
        if (!is_single_float(c, value, arms[arm])) return false;
        if (tensor && !operations::same_form(*tensor, arms[arm])) return false;
        tensor = &arms[arm];
    }
    if (!tensor || numbers.empty()) return false;
    number_serves_beside_tensor(c, target, numbers);
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
