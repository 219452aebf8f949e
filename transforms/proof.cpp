#include "transforms/proof.h"

#include <algorithm>
#include <utility>

namespace transforms {

void Proof::refuse(std::string reason) {
    if (!refused_) unproven_ = std::move(reason);
    refused_ = true;
}

void Proof::assume(std::string assumption, std::string reason) {
    if (!unproven_) unproven_ = std::move(reason);
    if (std::ranges::find(assumptions_, assumption) == assumptions_.end())
        assumptions_.push_back(std::move(assumption));
}

}  // namespace transforms
