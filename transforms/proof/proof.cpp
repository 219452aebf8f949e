#include "transforms/proof/proof.h"

#include <algorithm>
#include <utility>

namespace transforms::proof {

namespace {

template <typename T>
void add(std::vector<T>& all, T one) {
    if (std::ranges::find(all, one) == all.end()) all.push_back(std::move(one));
}

}  // namespace

void Proof::refuse(std::string reason, Requirements would_help) {
    if (refused_) return;
    unproven_ = std::move(reason);
    would_help_ = would_help;
    refused_ = true;
}

void Proof::assume(std::string assumption, std::string reason) {
    if (answer_ == Answer::test) return refuse(std::move(reason));
    if (!unproven_) unproven_ = std::move(reason);
    add(assumptions_, std::move(assumption));
}

void Proof::test(Guard guard) { add(guards_, std::move(guard)); }

void Proof::test_kind(Guard guard) { add(kinds_, std::move(guard)); }

void Proof::test_kinds_of(const Proof& other) {
    for (const Guard& each : other.kinds_) add(kinds_, each);
}

void Proof::tests_instead(Guards guards) {
    kinds_.clear();
    guards_ = std::move(guards);
}

Guards Proof::guards() const {
    Guards all = kinds_;
    all.insert(all.end(), guards_.begin(), guards_.end());
    return without_implied(all);
}

void Proof::test_or_assume(std::optional<Guard> guard, std::string assumption, std::string reason) {
    if (guard && answer_ == Answer::test) return test(*std::move(guard));
    assume(std::move(assumption), std::move(reason));
}

void Proof::test_or_assume(std::optional<Guard> guard, const Proof& kinds, std::string assumption, std::string reason) {
    if (guard && answer_ == Answer::test) test_kinds_of(kinds);
    test_or_assume(std::move(guard), std::move(assumption), std::move(reason));
}

}  // namespace transforms::proof
