// Gradients that a function asks of autograd for what it has just computed from a tensor, as it is read.
//
//   x = x.detach().requires_grad_()           # a leaf: the statement that makes it one
//   energy = net(x).sum()                     # the region that computes what is asked about
//   force = -torch.autograd.grad(energy, x)[0]
#pragma once

#include "analysis/analyze.h"
#include "transforms/outlining/region.h"

#include <optional>
#include <string>
#include <vector>

namespace transforms::outlining {

// `x.requires_grad_()`, `x.requires_grad = True`, `x = y.detach().requires_grad_(True)`
struct Leaf {
    syntax::Node statement;
    syntax::Node switched;  // the call on it, which a name is assigned; none where the statement does nothing else
};

// What a gradient is asked for.
struct Input {
    const names::Binding* variable = nullptr;
    syntax::Node made{};  // the statement that assigns it; none for a parameter
    bool is_new = false;  // the function has made it for this purpose, without a history
};

struct GradientSite {
    syntax::Node statement{};           // that asks,
    syntax::Node call{};                // by `torch.autograd.grad(...)`
    std::vector<syntax::Node> grads{};  // by `loss.backward(inputs=[x])`: where `x.grad` is read
    syntax::Node taken{};               // the call, or the only element that is read of it: `...[0]`
    syntax::Node unpacked{};            // `(force,)`, which the only element is assigned to; or none
    syntax::Node of{};                  // what gradients are asked of
    syntax::Node weights{};             // `grad_outputs`; or none
    syntax::Node keeps_history{};       // the value of `create_graph`; or none
    std::vector<Input> inputs{};
    bool listed = false;  // the only input is a list of tensors
    std::vector<Leaf> leaves{};
    std::optional<Region> region{};                // none: `of` computes all of it
    std::vector<const names::Binding*> results{};  // of the region, that are read behind the call
};

[[nodiscard]] bool goes_back(syntax::Node call);  // `loss.backward(...)`

// In source order. A site that has a `problem` has no region, and tells why it is not rewritten.
struct ReadSite {
    GradientSite site{};
    std::string problem{};
};
[[nodiscard]] std::vector<ReadSite> gradient_sites(const analysis::Analysis& analysis, const function::Facts& facts);

}  // namespace transforms::outlining
