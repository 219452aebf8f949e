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
using proof::Guard;
using proof::Guards;
using syntax::Node;

using Names = std::vector<std::string>;
using Variables = std::vector<const names::Binding*>;

namespace {

bool has(const Guards& all, const Guard& one) { return std::ranges::find(all, one) != all.end(); }

Guard test_of(std::string_view name, Guess guess, std::string_view torch) {
    return guess == Guess::tensor ? proof::is_tensor(name, torch) : proof::is_number(name);
}

// The variables that are tested to be what was guessed, and of which nothing else is known.
Variables open_guesses(const Facts& facts, const Guards& guards, Guess guess, std::string_view torch) {
    Variables open;  // in the order of the text
    const Node function = facts.function();
    for (const Node node : subtree(function)) {
        const names::Binding* variable = facts.variable(node);
        if (!variable || !facts.value(node).is(values::Kind::unknown) ||
            std::ranges::find(open, variable) != open.end())
            continue;
        if (has(guards, test_of(node.text(), guess, torch)) && metadata::may_be_number(facts, *variable, function))
            open.push_back(variable);
    }
    return open;
}

// Of each, that it is that; and of a number nothing that only tensors have.
bool tests_kind(const Guards& guards, const std::string& name, Guess guess, std::string_view torch) {
    const auto asks = [&](const Guard& each) { return proof::asks_tensor(each, name); };
    return has(guards, test_of(name, guess, torch)) && (guess == Guess::tensor || std::ranges::none_of(guards, asks));
}

// No tensor takes an int that is too large, which is tested where the program need not get there.
void test_sizes(Guards& guards, const Names& names) {
    for (const std::string& name : names) {
        const Guard size = speculation::is_moderate(name);
        const auto says = [&](const Guard& each) { return proof::follows(size, each); };
        if (std::ranges::none_of(guards, says)) guards.push_back(size);
    }
}

Guard together(Guards guards) { return guards.size() == 1 ? guards.front() : proof::all_of(std::move(guards)); }

// What both ask for that does not speak of the variables, and then the one or the other.
Guards either(const Guards& one, const Guards& other, const Names& names) {
    const auto is_asked_by = [](const Guards& guards, const Guard& each) {
        return std::ranges::any_of(guards, [&](const Guard& guard) { return proof::follows(each, guard); });
    };
    const auto is_common = [&](const Guard& each, const Guards& others) {
        const auto speaks_of = [&](const std::string& name) { return proof::speaks_of(each, name); };
        return is_asked_by(others, each) && std::ranges::none_of(names, speaks_of);
    };
    Guards all, first, second;
    for (const Guard& each : one)
        if (is_common(each, other)) all.push_back(each);
    for (const Guard& each : other)
        if (is_common(each, one) && !is_asked_by(all, each)) all.push_back(each);
    for (const Guard& each : one)
        if (const auto left = proof::beside(each, all)) first.push_back(*left);
    for (const Guard& each : other)
        if (const auto left = proof::beside(each, all)) second.push_back(*left);
    const auto only_asks_kind = [&](const Guards& guards) {
        return guards.size() == 1 && guards.front().property == Guard::Property::type &&
               guards.front().subject == names.front();
    };
    // "isinstance(k, (int, float, torch.Tensor))"
    if (only_asks_kind(first) && only_asks_kind(second)) {
        std::string types = first.front().operand;
        types.insert(types.size() - 1, ", " + second.front().operand);
        all.push_back(proof::is_instance(names.front(), types));
    } else {
        all.push_back(proof::any_of({together(std::move(first)), together(std::move(second))}));
    }
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
    Facts of_others(facts.all(), facts.function());
    Names names;
    for (const names::Binding* each : variables) of_others.take_for(guess, *each), names.emplace_back(each->text);
    const proof::Answer answer = proven.proof.answer();
    Proven other = prove(of_others, predication, answer);
    Guards guards = other.proof.guards();
    const auto is_tested = [&](const std::string& name) { return tests_kind(guards, name, guess, style.torch); };
    if (other.proof.refused() || !std::ranges::all_of(names, is_tested)) return std::nullopt;
    Proven both = proven;
    for (const std::string& each : other.proof.assumptions()) both.proof.assume(each, *other.proof.unproven());
    if (guess == Guess::number) test_sizes(guards, names);
    const Guards numbers = guess == Guess::number ? guards : proven.proof.guards();
    const Guards tensors = guess == Guess::number ? proven.proof.guards() : guards;
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
    const Variables open = open_guesses(facts, refused.proof.guards(), Guess::number, style.torch);
    if (open.empty() || std::ranges::any_of(open, [&](const auto* each) { return decides(facts, *each); }))
        return std::nullopt;
    Facts of_others(facts.all(), facts.function());
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
             candidates(facts, open_guesses(facts, proven.proof.guards(), guess, style.torch), other))
            if (auto both = with_others(facts, predication, proven, each, other, style)) return *both;
    return proven;
}

}  // namespace transforms::if_conversion
