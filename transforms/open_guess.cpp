#include "transforms/open_guess.h"

#include "analysis/syntax/tree.h"
#include "transforms/number_guess.h"
#include "transforms/speculation.h"
#include "transforms/text.h"
#include "transforms/torch_name.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace transforms {

using syntax::Node;
using Conditions = std::vector<std::string>;

namespace {

constexpr std::string_view number_types = ", (int, float))";

bool has(const Conditions& all, const std::string& one) { return std::ranges::find(all, one) != all.end(); }

bool is_part_of_name(char c) {
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool mentions_name(const std::string& condition, const std::string& name) {
    for (std::size_t at = condition.find(name); at != std::string::npos; at = condition.find(name, at + 1)) {
        const std::size_t end = at + name.size();
        const bool begins = at == 0 || !(is_part_of_name(condition[at - 1]) || condition[at - 1] == '.');
        if (begins && (end == condition.size() || !is_part_of_name(condition[end]))) return true;
    }
    return false;
}

std::string test_of(std::string_view name, Guess guess, std::string_view torch) {
    if (guess == Guess::tensor) return is_tensor_test(name, torch);
    return "isinstance(" + std::string(name).append(number_types);
}

// The variables that are tested to be what was guessed, and of which nothing else is known.
std::vector<const names::Binding*> open_guesses(const Facts& facts, const Conditions& conditions, Guess guess,
                                                std::string_view torch) {
    std::vector<const names::Binding*> open;  // in the order of the text
    const Node function = facts.function();
    for (std::uint32_t i = function.index(); i < function.end_index(); ++i) {
        const Node node = function.tree()->node(i);
        const names::Binding* variable = facts.variable(node);
        if (!variable || !facts.value(node).is(values::Kind::unknown) ||
            std::ranges::find(open, variable) != open.end())
            continue;
        if (has(conditions, test_of(node.text(), guess, torch)) && may_be_number(facts, *variable, function))
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
        const std::string size = "abs(" + name + ") <= " + std::string(largest_text);
        const auto says = [&](const std::string& each) { return each.ends_with(size); };
        if (std::ranges::none_of(conditions, says)) conditions.push_back(size);
    }
}

std::string all_of(const Conditions& conditions) {
    return conditions.size() == 1 ? conditions.front() : "(" + joined(conditions, " and ") + ")";
}

// What both ask for that does not speak of the variables, and then the one or the other.
Conditions either(const Conditions& one, const Conditions& other, const Conditions& names) {
    const auto is_common = [&](const std::string& each) {
        const auto speaks_of = [&](const std::string& name) { return mentions_name(each, name); };
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

// The same code where these are that, as where they are what they were taken for.
std::optional<Proven> with_others(const Facts& facts, const Predication& predication, const Proven& proven,
                                  const std::vector<const names::Binding*>& variables, Guess guess, Style style) {
    Facts of_others(facts.program(), facts.function());
    Conditions names;
    for (const names::Binding* each : variables) of_others.take_for(guess, *each), names.emplace_back(each->text);
    Proven other = prove(of_others, predication, proven.proof.answer());
    Conditions conditions = other.proof.conditions();
    const auto is_tested = [&](const std::string& name) { return tests_kind(conditions, name, guess, style.torch); };
    const auto is_assumed = [&](const std::string& each) { return has(proven.proof.assumptions(), each); };
    if (other.proof.refused() || !std::ranges::all_of(names, is_tested) ||
        !std::ranges::all_of(other.proof.assumptions(), is_assumed))
        return std::nullopt;
    Proven both = proven;
    if (guess == Guess::number) test_sizes(conditions, names);
    Conditions numbers = guess == Guess::number ? conditions : proven.proof.conditions();
    const Conditions tensors = guess == Guess::number ? proven.proof.conditions() : conditions;
    both.proof.tests_instead(either(numbers, tensors, names));
    other.proof = both.proof;
    const bool same = edits_of(facts, predication, both, style) == edits_of(of_others, predication, other, style);
    return same ? std::optional(std::move(both)) : std::nullopt;
}

}  // namespace

// All of them are the other kind, or the first one that may be beside the others.
Proven prove_either(const Facts& facts, const Predication& predication, Answer answer, Style style) {
    const Proven proven = prove(facts, predication, answer);
    if (proven.proof.refused()) return proven;
    for (const auto& [guess, other] :
         {std::pair(Guess::number, Guess::tensor), std::pair(Guess::tensor, Guess::number)}) {
        const auto open = open_guesses(facts, proven.proof.conditions(), guess, style.torch);
        if (open.empty()) continue;
        if (auto both = with_others(facts, predication, proven, open, other, style)) return *both;
        for (const names::Binding* each : open)
            if (auto both =
                    open.size() > 1 ? with_others(facts, predication, proven, {each}, other, style) : std::nullopt)
                return *both;
    }
    return proven;
}

}  // namespace transforms
