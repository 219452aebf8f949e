// What the new code writes for what an arm leaves: with the names that it has there, and with the calls of functions
// whose bodies were read in their place. For select.cpp.
#pragma once

#include "transforms/if_conversion/prove/obligations.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace transforms::if_conversion {

inline constexpr std::string_view select = ".where(";

class ArmText {
  public:
    ArmText(const function::Facts& facts, const Predication& at, const Proven& proven, std::string_view torch)
        : facts_(facts), at_(at), proven_(proven), torch_(torch) {}

    // The first condition, as the new code asks it.
    void ask(std::string condition) { condition_ = std::move(condition); }
    [[nodiscard]] std::string of(const Target& target, std::size_t arm);
    // The call, where it is the value of the arm, or a part of that.
    [[nodiscard]] std::string of(const Called& call, std::size_t arm, syntax::Node value) const;
    // Of the program, what is written so far.
    [[nodiscard]] const std::vector<text::Span>& kept() const { return kept_; }

  private:
    [[nodiscard]] bool is_in_call(syntax::Node node) const;
    [[nodiscard]] std::string guarded(const speculation::Guarded& guarded, std::size_t arm) const;

    const function::Facts& facts_;
    const Predication& at_;
    const Proven& proven_;
    std::string_view torch_;
    std::string condition_;
    std::vector<text::Span> kept_;
};

}  // namespace transforms::if_conversion
