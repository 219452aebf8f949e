// How a gradient is written that `torch.func.grad` computes (gradient_function.h): the function inside, its call, and
// what becomes of the statements that made leaves.
#pragma once

#include "transforms/edit/edit.h"
#include "transforms/outlining/gradient_site.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace transforms::outlining {

class GradientText {
  public:
    // `asked` is what the function returns: a tensor without dimensions.
    GradientText(const function::Facts& facts, const GradientSite& site, std::string torch, std::string asked)
        : facts_(facts), site_(site), torch_(std::move(torch)), asked_(std::move(asked)),
          source_(facts.program().tree().source()), name_(function_name()) {}

    // Nothing where statements share their lines.
    [[nodiscard]] std::optional<std::vector<edit::Edit>> edits() const;

  private:
    [[nodiscard]] std::string function_name() const;
    [[nodiscard]] syntax::Node folded() const;
    [[nodiscard]] std::vector<std::string> given() const;
    [[nodiscard]] std::string definition(const std::string& indentation) const;
    [[nodiscard]] std::string gradient() const;
    [[nodiscard]] std::string detached(std::string gradient) const;
    [[nodiscard]] std::optional<std::vector<edit::Edit>> leaves() const;
    [[nodiscard]] std::pair<std::string, std::string> spelled(const std::string& indentation) const;
    [[nodiscard]] std::string blank_in_front() const;
    [[nodiscard]] std::string gradient_name() const;

    const function::Facts& facts_;
    const GradientSite& site_;
    std::string torch_, asked_;
    const text::Source& source_;
    std::string name_;
};

}  // namespace transforms::outlining
