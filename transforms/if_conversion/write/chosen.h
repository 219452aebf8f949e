// What a target gets, by what the conditions say: `torch.where(c, a, torch.where(d, b, e))`. For select.cpp.
#pragma once

#include "transforms/if_conversion/write/arm.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace transforms::if_conversion {

class ChosenText {
  public:
    ChosenText(const function::Facts& facts, const Predication& at, const Proven& proven, std::string_view torch,
               ArmText& arms)
        : facts_(facts), at_(at), proven_(proven), torch_(torch), arms_(arms) {}

    // `names` are the conditions, as the new code asks them.
    [[nodiscard]] std::string of(const Target& target, const std::vector<std::string>& names) const;

  private:
    [[nodiscard]] std::optional<std::string> flagged(const Target& target, const std::string& question) const;
    [[nodiscard]] std::optional<std::string> filled_in_place(const Target& target, const std::string& question) const;
    [[nodiscard]] std::string filled(const Target& target, std::size_t filled, const std::vector<std::string>& values,
                                     const std::string& question) const;

    const function::Facts& facts_;
    const Predication& at_;
    const Proven& proven_;
    std::string_view torch_;
    ArmText& arms_;
};

}  // namespace transforms::if_conversion
