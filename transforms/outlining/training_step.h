// A training step as it is read: what drives autograd and optimizers, and the regions that compute the losses.
#pragma once

#include "analysis/analyze.h"
#include "transforms/outlining/region.h"

#include <string>
#include <unordered_set>
#include <vector>

namespace transforms::outlining {

using Activations = std::unordered_set<const values::Activation*>;

// A call of it drives autograd or an optimizer.
[[nodiscard]] bool is_training(const torch::Row* row);
// What asks autograd for gradients or changes parameters by them, or calls what does.
[[nodiscard]] Activations training_in(const values::Program& program);

class TrainingStep {
  public:
    TrainingStep(const analysis::Analysis& analysis, const function::Facts& facts, const Activations& training)
        : analysis_(analysis), facts_(facts), training_(training), asked_(asked_in()) {}

    // The regions that compute a loss, in source order. What is not in one of them stays as it is.
    [[nodiscard]] std::vector<Region> regions() const;
    // Why they may not be functions; and what has to be assumed if they are. Empty if nothing.
    [[nodiscard]] std::string problem_of(const std::vector<Region>& regions) const;
    [[nodiscard]] std::vector<std::string> assumptions_of(const Region& region) const;
    [[nodiscard]] std::vector<std::string> losses_of(const Region& region) const;  // the names of its variables
    // A tensor that nobody asks for gradients of: without its history it is as good, `accuracy.detach()`.
    [[nodiscard]] bool is_only_read(const Region& region, const names::Binding& output) const;

  private:
    struct Asked {
        syntax::Node call;  // that asks for gradients,
        syntax::Node of;    // and what it asks for those of
    };
    [[nodiscard]] std::vector<Asked> asked_in() const;
    [[nodiscard]] bool drives(syntax::Node statement) const;
    [[nodiscard]] bool stays(syntax::Node statement) const;
    void read(syntax::Node block, std::vector<Region>& regions) const;
    [[nodiscard]] bool breaks(syntax::Node statement) const;
    [[nodiscard]] const names::Binding* computed_before(const Region& region, const std::vector<Region>& regions) const;
    [[nodiscard]] std::optional<Region> trimmed(std::vector<syntax::Node> run) const;
    [[nodiscard]] std::vector<Asked> backwards_of(const Region& region) const;
    [[nodiscard]] bool is_loss(const Region& region, const names::Binding& output) const;
    [[nodiscard]] bool is_tensor(const Region& region, const names::Binding& output) const;
    [[nodiscard]] bool has_no_gradient(const Region& region, const names::Binding& output) const;

    const analysis::Analysis& analysis_;
    const function::Facts& facts_;
    const Activations& training_;
    std::vector<Asked> asked_;
};

}  // namespace transforms::outlining
