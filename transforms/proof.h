// What a rewrite has shown so far, and the first thing that it could not show. Filled by the obligations of a rewrite.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace transforms {

class Proof {
  public:
    // The rewrite may change what the program means.
    void refuse(std::string reason);
    // It does not if `assumption` holds; `reason` tells why that is not certain.
    void assume(std::string assumption, std::string reason);

    [[nodiscard]] bool refused() const { return refused_; }
    [[nodiscard]] const std::optional<std::string>& unproven() const { return unproven_; }  // the first reason
    [[nodiscard]] const std::vector<std::string>& assumptions() const { return assumptions_; }

  private:
    bool refused_ = false;
    std::optional<std::string> unproven_;
    std::vector<std::string> assumptions_;
};

}  // namespace transforms
