"""The running scale shrinks in place after an overflow."""

import torch
from torch import nn

from fxkit import build, randn


class LossScale(nn.Module):
    def __init__(self, init=16.0):
        super().__init__()
        self.register_buffer("scale", torch.tensor(init))

    @torch.no_grad()
    def forward(self, grads: torch.Tensor) -> torch.Tensor:
        unscaled = grads / self.scale
        overflow = ~torch.isfinite(unscaled).all()
        if overflow:
            self.scale.mul_(0.5)
        return unscaled


def make():
    return torch.compile(LossScale(8.0))


def cases():
    yield from build(make, lambda: (randn(5),), "base nan inf big zero f64")

EXPECT = {'topic': 'norm',
 'rewrites': ['R8', 'R9'],
 'breaks': {18: 2},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
