#include "transforms/open_guess.h"

#include "analysis/syntax/tree.h"
#include "transforms/number_guess.h"
#include "transforms/speculation.h"
#include "transforms/text.h"

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

// The variables that are tested to be tensors, and of which nothing else is known.
std::vector<const names::Binding*> open_guesses(const Facts& facts, const Conditions& conditions,
                                                std::string_view torch) {
    std::vector<const names::Binding*> open;  // in the order of the text
    const Node function = facts.function();
    for (std::uint32_t i = function.index(); i < function.end_index(); ++i) {
        const Node node = function.tree()->node(i);
        const names::Binding* variable = facts.variable(node);
        if (!variable || !facts.value(node).is(values::Kind::unknown) ||
            std::ranges::find(open, variable) != open.end())
            continue;
        const std::string test =
            "isinstance(" + std::string(node.text()) + ", " + std::string(torch).append(".Tensor").append(")");
        if (has(conditions, test) && may_be_number(facts, *variable, function)) open.push_back(variable);
    }
    return open;
}

// Of the number, that it is one; and nothing that only tensors have.
bool tests_number(const Conditions& conditions, const std::string& name) {
    const auto reads = [&](const std::string& each) { return each.find(name + ".") != std::string::npos; };
    return has(conditions, "isinstance(" + name + std::string(number_types)) && std::ranges::none_of(conditions, reads);
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
    all.push_back("(" + all_of(first) + " or " + all_of(second) + ")");
    return all;
}

// The same code where these are numbers, as where they are tensors.
std::optional<Proven> with_numbers(const Facts& facts, const Predication& predication, const Proven& tensor,
                                   const std::vector<const names::Binding*>& variables, Style style) {
    Facts of_numbers(facts.program(), facts.function());
    Conditions names;
    for (const names::Binding* each : variables) of_numbers.take_for_number(*each), names.emplace_back(each->text);
    Proven number = prove(of_numbers, predication, tensor.proof.answer());
    Conditions conditions = number.proof.conditions();
    const auto is_tested = [&](const std::string& name) { return tests_number(conditions, name); };
    const auto is_assumed = [&](const std::string& each) { return has(tensor.proof.assumptions(), each); };
    if (number.proof.refused() || !std::ranges::all_of(names, is_tested) ||
        !std::ranges::all_of(number.proof.assumptions(), is_assumed))
        return std::nullopt;
    test_sizes(conditions, names);
    Proven both = tensor;
    both.proof.tests_instead(either(conditions, tensor.proof.conditions(), names));
    number.proof = both.proof;
    const bool same = edits_of(facts, predication, both, style) == edits_of(of_numbers, predication, number, style);
    return same ? std::optional(std::move(both)) : std::nullopt;
}

}  // namespace

// All of them are numbers, or the first one that may be one beside tensors.
Proven prove_either(const Facts& facts, const Predication& predication, Answer answer, Style style) {
    Proven tensor = prove(facts, predication, answer);
    if (tensor.proof.refused()) return tensor;
    const auto open = open_guesses(facts, tensor.proof.conditions(), style.torch);
    if (open.empty()) return tensor;
    if (auto both = with_numbers(facts, predication, tensor, open, style)) return *both;
    for (const names::Binding* each : open)
        if (auto both = open.size() > 1 ? with_numbers(facts, predication, tensor, {each}, style) : std::nullopt)
            return *both;
    return tensor;
}

}  // namespace transforms
