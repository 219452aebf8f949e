#include "transforms/if_conversion/kind_versions.h"

#include "analysis/syntax/tree.h"
#include "transforms/edit/words.h"
#include "transforms/metadata/kind_heuristics.h"
#include "transforms/proof/guard.h"
#include "transforms/scalar_uses/scalar_uses.h"
#include "transforms/speculation/speculation.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace transforms::if_conversion {

using function::Facts;
using function::Guess;
using syntax::Node;

using Conditions = std::vector<std::string>;
using Variables = std::vector<const names::Binding*>;

namespace {

constexpr std::string_view number_types = ", (int, float))";

bool has(const Conditions& all, const std::string& one) { return std::ranges::find(all, one) != all.end(); }

std::string test_of(std::string_view name, Guess guess, std::string_view torch) {
    if (guess == Guess::tensor) return proof::is_tensor_test(name, torch);
    return "isinstance(" + std::string(name).append(number_types);
}

// The variables that are tested to be what was guessed, and of which nothing else is known.
Variables open_guesses(const Facts& facts, const Conditions& conditions, Guess guess, std::string_view torch) {
    Variables open;  // in the order of the text
    const Node function = facts.function();
    for (std::uint32_t i = function.index(); i < function.end_index(); ++i) {
        const Node node = function.tree()->node(i);
        const names::Binding* variable = facts.variable(node);
        if (!variable || !facts.value(node).is(values::Kind::unknown) ||
            std::ranges::find(open, variable) != open.end())
            continue;
        if (has(conditions, test_of(node.text(), guess, torch)) && metadata::may_be_number(facts, *variable, function))
            open.push_back(variable);
    }
    return open;
}

// Of each, that it is that; and of a number nothing that only tensors have.
bool tests_kind(const Conditions& conditions, const std::string& name, Guess guess, std::string_view torch) {
    const auto reads = [&](const std::string& each) { return each.find(name + ".") != std::string::npos; };
    return has(conditions, test_of(name, guess, torch)) &&
           (guess == Guess::tensor || std::ranges::none_of(conditions, reads));
}

// No tensor takes an int that is too large, which is tested where the program need not get there.
void test_sizes(Conditions& conditions, const Conditions& names) {
    for (const std::string& name : names) {
        const std::string size = "abs(" + name + ") <= " + std::string(speculation::largest_text);
        const auto says = [&](const std::string& each) { return each.ends_with(size); };
        if (std::ranges::none_of(conditions, says)) conditions.push_back(size);
    }
}

std::string all_of(const Conditions& conditions) {
    return conditions.size() == 1 ? conditions.front() : "(" + edit::joined(conditions, " and ") + ")";
}

// What both ask for that does not speak of the variables, and then the one or the other.
Conditions either(const Conditions& one, const Conditions& other, const Conditions& names) {
    const auto is_common = [&](const std::string& each) {
        const auto speaks_of = [&](const std::string& name) { return edit::mentions_name(each, name); };
        return has(one, each) && has(other, each) && std::ranges::none_of(names, speaks_of);
    };
    Conditions all, first, second;
    for (const std::string& each : one) (is_common(each) ? all : first).push_back(each);
    std::ranges::remove_copy_if(other, std::back_inserter(second), is_common);
    const std::string kinds = "isinstance(" + names.front() + ", ";
    const bool only_kinds = first.size() == 1 && second.size() == 1 && second.front().starts_with(kinds);
    // "isinstance(k, (int, float))" and "isinstance(k, torch.Tensor)"
    if (only_kinds)
        all.push_back(first.front().substr(0, first.front().size() - 2) + ", " + second.front().substr(kinds.size()) +
                      ")");
    else
        all.push_back("(" + all_of(first) + " or " + all_of(second) + ")");
    return all;
}

// Each set once, and then each of the open ones alone.
std::vector<Variables> candidates_of(const Variables& open, std::vector<Variables> sets) {
    for (const names::Binding* each : open) sets.push_back({each});
    std::vector<Variables> all;
    for (Variables& each : sets)
        if (!each.empty() && std::ranges::find(all, each) == all.end()) all.push_back(std::move(each));
    return all;
}

// The same code where these are that, as where they are what they were taken for.
std::optional<Proven> with_others(const Facts& facts, const Predication& predication, const Proven& proven,
                                  const Variables& variables, Guess guess, Style style) {
    Facts of_others(facts.program(), facts.function());
    Conditions names;
    for (const names::Binding* each : variables) of_others.take_for(guess, *each), names.emplace_back(each->text);
    const proof::Answer answer = proven.proof.answer();
    Proven other = prove(of_others, predication, answer);
    Conditions conditions = other.proof.conditions();
    const auto is_tested = [&](const std::string& name) { return tests_kind(conditions, name, guess, style.torch); };
    if (other.proof.refused() || !std::ranges::all_of(names, is_tested)) return std::nullopt;
    Proven both = proven;
    for (const std::string& each : other.proof.assumptions()) {
        if (has(proven.proof.assumptions(), each)) continue;
        both.proof.assume(each, *other.proof.unproven());
    }
    if (guess == Guess::number) test_sizes(conditions, names);
    Conditions numbers = guess == Guess::number ? conditions : proven.proof.conditions();
    const Conditions tensors = guess == Guess::number ? proven.proof.conditions() : conditions;
    both.proof.tests_instead(either(numbers, tensors, names));
    other.proof = both.proof;
    const bool same = edits_of(facts, predication, both, style) == edits_of(of_others, predication, other, style);
    return same ? std::optional(std::move(both)) : std::nullopt;
}

// `if k > 3:`, which would break the graph if it were a tensor.
bool decides(const Facts& facts, const names::Binding& variable) {
    return std::ranges::any_of(facts.uses_of(variable), [](Node use) {
        return use.parent().is(syntax::Kind::comparison_operator) && scalar_uses::decides_branch(use.parent());
    });
}

// What is guessed to be numbers does not serve: as far as that was tested, they are taken for tensors.
std::optional<Proven> proven_otherwise(const Facts& facts, const Predication& predication, const Proven& refused,
                                       Style style) {
    const Variables open = open_guesses(facts, refused.proof.conditions(), Guess::number, style.torch);
    if (open.empty() || std::ranges::any_of(open, [&](const auto* each) { return decides(facts, *each); }))
        return std::nullopt;
    Facts of_others(facts.program(), facts.function());
    for (const names::Binding* each : open) of_others.take_for(Guess::tensor, *each);
    Proven other = prove(of_others, predication, refused.proof.answer());
    if (other.proof.refused()) return std::nullopt;
    const bool is_same = edits_of(facts, predication, other, style) == edits_of(of_others, predication, other, style);
    return is_same ? std::optional(std::move(other)) : std::nullopt;
}

// Those that may be the other kind together: of tensors, what looks most like numbers.
std::vector<Variables> candidates(const Facts& facts, Variables open, Guess guess) {
    if (guess == Guess::tensor) return candidates_of(open, {open});
    Variables likely, perhaps;
    const auto rank = [&](const names::Binding* each) { return metadata::number_like(facts, *each); };
    std::ranges::stable_sort(open, std::ranges::greater{}, rank);
    for (const names::Binding* each : open) {
        if (rank(each) == metadata::NumberLike::of_tensor) likely.push_back(each);
        if (rank(each) != metadata::NumberLike::no) perhaps.push_back(each);
    }
    return candidates_of(open, {likely, perhaps, open});
}

}  // namespace

Proven prove_either(const Facts& facts, const Predication& predication, proof::Answer answer, Style style) {
    const Proven proven = prove(facts, predication, answer);
    if (proven.proof.refused()) return proven_otherwise(facts, predication, proven, style).value_or(proven);
    for (const auto& [guess, other] :
         {std::pair(Guess::number, Guess::tensor), std::pair(Guess::tensor, Guess::number)})
        for (const Variables& each :
             candidates(facts, open_guesses(facts, proven.proof.conditions(), guess, style.torch), other))
            if (auto both = with_others(facts, predication, proven, each, other, style)) return *both;
    return proven;
}

}  // namespace transforms::if_conversion
