"""Flow training step: the running likelihood is untouched when the batch is rejected."""

import torch
import torch.nn as nn

from fxkit import build, randn


class CouplingFlow(nn.Module):
    def __init__(self, dim=4):
        super().__init__()
        self.s = nn.Linear(dim // 2, dim // 2)
        self.register_buffer("nll_ema", torch.zeros(()))
        self.register_buffer("batches", torch.zeros((), dtype=torch.long))

    def log_prob(self, x):
        a, b = x.chunk(2, -1)
        s = torch.tanh(self.s(a))
        z = b * torch.exp(s)
        return (-0.5 * (a**2 + z**2)).sum(-1) + s.sum(-1)

    @torch.compile
    def training_step(self, x):
        nll = -self.log_prob(x).mean()
        if not torch.isfinite(nll):
            raise ValueError("likelihood diverged")
        self.nll_ema.mul_(0.9).add_(nll.detach() * 0.1)
        self.batches += 1
        return nll


def make_step():
    return CouplingFlow().training_step


def cases():
    yield from build(make_step, lambda: (randn(5, 4),), "base grad nan inf")

EXPECT = {'topic': 'normalizing flows',
 'verdict': 'any correct rewrite',
 'obligations': [],
 'breaks': {25: 1, 26: 1},
 'gb': ['GB0088', 'GB0170'],
 'naive_differs_in': ['inf positions', 'nan positions', 'values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history',
            'compiled-exception-type']}
