"""The scaled loss depends on two overflow tests joined by or."""

import torch
from torch import nn

from fxkit import build, randn


class LossScaler(nn.Module):
    def __init__(self, scale=4.0, limit=5.0):
        super().__init__()
        self.scale = scale
        self.limit = limit

    def forward(self, loss, grads):
        flat = torch.cat([g.detach().flatten() for g in grads])
        if not (torch.isnan(flat).any() or flat.abs().max() > self.limit):
            scaled = loss * self.scale
        else:
            scaled = loss * 0.0
        return scaled


def load():
    return torch.compile(LossScaler())


def cases():
    yield from build(load, lambda: (randn(3), [randn(2, 2), randn(3, seed=1)]), "base nan inf zero half f64 grad nan+grad inf+grad")
    yield from build(load, lambda: (randn(3), [randn(2, 2) * 99, randn(3, seed=1)]), "base grad nan+grad", tag="hot-")
    yield from build(load, lambda: (randn(3), [randn(2, 2) * float("nan"), randn(3, seed=1)]), "base grad inf+grad", tag="nan-")

EXPECT = {'topic': 'optimiser',
 'rewrites': ['R5', 'R1'],
 'breaks': {17: 4},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
