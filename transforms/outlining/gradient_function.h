// A function that asks autograd for the gradient of what it has just computed breaks the graph. What computes it
// becomes a function inside, and `torch.func.grad` differentiates that as a part of the graph.
//
//   x = x.detach().requires_grad_()                  x = x.detach()
//   energy = net(x).sum()
//   force = -torch.autograd.grad(energy, x)[0]       def energy_of(x):
//                                                        energy = net(x).sum()
//                                                        return energy
//
//                                                    force = -torch.func.grad(energy_of)(x).detach()
#pragma once

#include "analysis/rules/finding.h"
#include "transforms/rewrite.h"
#include "transforms/study.h"

namespace transforms::outlining {

[[nodiscard]] Proposal propose_gradient_function(Study& study, const rules::Finding& finding);

}  // namespace transforms::outlining
