// A training step that is compiled as a whole breaks at each call of autograd and of an optimizer. What computes the
// loss becomes a function of its own, and that is compiled instead.
//
//   @torch.compile                         @torch.compile
//   def step(x, y):                        def step_loss(x, y):
//       optimizer.zero_grad()                  return F.mse_loss(model(x), y)
//       loss = F.mse_loss(model(x), y)
//       loss.backward()                    def step(x, y):
//       optimizer.step()                       optimizer.zero_grad()
//       return loss.detach()                   loss = step_loss(x, y)
//                                              loss.backward() ...
#pragma once

#include "analysis/rules/finding.h"
#include "transforms/rewrite.h"
#include "transforms/study.h"

namespace transforms::outlining {

[[nodiscard]] Proposal propose_split_step(Study& study, const rules::Finding& finding);

}  // namespace transforms::outlining
