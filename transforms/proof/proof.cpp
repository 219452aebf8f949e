#include "transforms/proof/proof.h"

#include "analysis/text/number.h"

#include <algorithm>
#include <utility>

namespace transforms::proof {

namespace {

void add(std::vector<std::string>& all, std::string one) {
    if (std::ranges::find(all, one) == all.end()) all.push_back(std::move(one));
}

// The number behind "y.dim() > ", or another operator, and what stands in front of it.
std::optional<std::pair<std::string_view, int>> compared(std::string_view condition, std::string_view op) {
    const std::size_t at = condition.rfind(op);
    const auto number =
        at == std::string_view::npos ? std::nullopt : text::whole_number(condition.substr(at + op.size()));
    return number ? std::optional(std::pair{condition.substr(0, at), *number}) : std::nullopt;
}

// "y.dim() > 0" from "y.dim() > 1" or "y.dim() == 2", "not y.is_complex()" from "y.is_floating_point()", "not a" from
// "not (a or b)".
bool follows(const std::string& one, const std::string& other) {
    const auto least = compared(one, " > "), more = compared(other, " > "), exact = compared(other, " == ");
    if (least && more && least->first == more->first) return least->second < more->second;
    if (least && exact && least->first == exact->first) return least->second < exact->second;
    if (exact && one == std::string(exact->first) + " in (1, 2)") return exact->second == 1 || exact->second == 2;
    constexpr std::string_view real = ".is_floating_point()", complex = ".is_complex()";
    if (other.ends_with(real) && one == "not " + other.substr(0, other.size() - real.size()) + std::string(complex))
        return true;
    return one.starts_with("not ") && other.starts_with("not (" + one.substr(4) + " or ");
}

}  // namespace

void Proof::refuse(std::string reason) {
    if (!refused_) unproven_ = std::move(reason);
    refused_ = true;
}

void Proof::assume(std::string assumption, std::string reason) {
    if (answer_ == Answer::test) return refuse(std::move(reason));
    if (!unproven_) unproven_ = std::move(reason);
    add(assumptions_, std::move(assumption));
}

void Proof::test(std::string condition) { add(conditions_, std::move(condition)); }

void Proof::test_kind(std::string condition) { add(kinds_, std::move(condition)); }

void Proof::test_kinds_of(const Proof& other) {
    for (const std::string& each : other.kinds_) add(kinds_, each);
}

void Proof::tests_instead(std::vector<std::string> conditions) {
    kinds_.clear();
    conditions_ = std::move(conditions);
}

std::vector<std::string> Proof::conditions() const {
    std::vector<std::string> all;
    for (const auto* given : {&kinds_, &conditions_})
        for (const std::string& each : *given) {
            if (std::ranges::any_of(all, [&](const std::string& other) { return follows(each, other); })) continue;
            // What is asked behind the weaker one may rest on it.
            const auto weaker = std::ranges::find_if(all, [&](const std::string& one) { return follows(one, each); });
            weaker == all.end() ? all.push_back(each) : void(*weaker = each);
        }
    return all;
}

void Proof::test_or_assume(std::optional<std::string> condition, std::string assumption, std::string reason) {
    if (condition && answer_ == Answer::test) return test(*std::move(condition));
    assume(std::move(assumption), std::move(reason));
}

void Proof::test_or_assume(std::optional<std::string> condition, const Proof& kinds, std::string assumption,
                           std::string reason) {
    if (condition && answer_ == Answer::test) test_kinds_of(kinds);
    test_or_assume(std::move(condition), std::move(assumption), std::move(reason));
}

}  // namespace transforms::proof
