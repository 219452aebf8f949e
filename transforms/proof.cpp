#include "transforms/proof.h"

#include <algorithm>
#include <utility>

namespace transforms {

namespace {

void add(std::vector<std::string>& all, std::string one) {
    if (std::ranges::find(all, one) == all.end()) all.push_back(std::move(one));
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
    std::vector<std::string> all = kinds_;
    all.insert(all.end(), conditions_.begin(), conditions_.end());
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

}  // namespace transforms
