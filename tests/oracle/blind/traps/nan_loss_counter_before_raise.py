"""Training step that tolerates some non-finite losses: they are counted, printed and finally fatal."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


class Trainer(nn.Module):
    def __init__(self, dim=4, max_bad=2):
        super().__init__()
        self.net = nn.Linear(dim, 1)
        self.max_bad, self.bad_steps, self.step = max_bad, 0, 0
        self.register_buffer("running", torch.zeros(()))

    def forward(self, x, y):
        self.step += 1
        loss = F.mse_loss(self.net(x).squeeze(-1), y)
        if not torch.isfinite(loss):
            self.bad_steps += 1
            print(f"step {self.step}: loss is not finite")
            if self.bad_steps >= self.max_bad:
                raise FloatingPointError(f"{self.bad_steps} bad steps, giving up at step {self.step}")
            return torch.zeros_like(loss)
        self.running.mul_(0.9).add_(loss.detach(), alpha=0.1)
        return loss


def load():
    return torch.compile(Trainer())


def cases():
    yield from build(load, lambda: (randn(5, 4), randn(5)), "base nan inf")


EXPECT = {'topic': 'training',
 'verdict': 'any correct rewrite',
 'obligations': [],
 'breaks': {20: 1, 22: 1, 24: 1},
 'gb': ['GB0059', 'GB0088', 'GB0170'],
 'naive_differs_in': ['None or not',
                      'events',
                      'exception',
                      'inf positions',
                      'nan positions',
                      'requires_grad',
                      'type',
                      'value'],
 'unsafe': []}
