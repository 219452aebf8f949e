"""A tensor attribute is replaced only when the loss got better."""

import torch
from torch import nn

from fxkit import build, randn


class Best(nn.Module):
    def __init__(self):
        super().__init__()
        self.best = torch.full((), 1.0)

    @torch.no_grad()
    def forward(self, loss):
        cur = loss.mean()
        if cur < self.best:
            self.best = cur * 1.0
        return loss - self.best


def load():
    return torch.compile(Best())


def cases():
    yield from build(load, lambda: (randn(4),), "base pos neg big small nan inf zero")

EXPECT = {'topic': 'metrics',
 'rewrites': ['R8'],
 'breaks': {17: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
