"""Three returns of a forward, the middle one under a static flag."""

import torch
from torch import nn

from fxkit import build, randn


class Sampler(nn.Module):
    def __init__(self, churn):
        super().__init__()
        self.churn = churn

    def forward(self, x, sigma):
        d = x - sigma
        if (sigma <= 0).all():
            return x * 1.0
        if self.churn:
            return d * 2.0
        if d.abs().amax() > 1.0:
            return d.clamp(-1.0, 1.0)
        return d * 0.5


def load(churn):
    return lambda: torch.compile(Sampler(churn))


def cases():
    yield from build(load(False), lambda: (randn(3), torch.ones(3)), "base small nan inf half")
    yield from build(load(False), lambda: (randn(3), torch.zeros(3)), "base", tag="last-")
    yield from build(load(False), lambda: (torch.ones(3), torch.ones(3) * 0.5), "base", tag="tame-")
    yield from build(load(True), lambda: (randn(3), torch.ones(3)), "base nan", tag="churn-")

EXPECT = {'topic': 'diffusion',
 'rewrites': ['R6', 'R5'],
 'breaks': {16: 2, 20: 2},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
