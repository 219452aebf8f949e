"""A plain class with __call__ keeps its state in attributes."""

import torch

from fxkit import build, randn


class Plateau:
    def __init__(self):
        self.best = torch.tensor(1e9)
        self.factor = torch.tensor(1.0)

    @torch.compile
    @torch.no_grad()
    def __call__(self, loss):
        cur = loss.mean()
        if cur < self.best:
            self.best = cur * 1.0
            self.factor = self.factor * 1.0
        else:
            self.best = self.best * 1.0
            self.factor = self.factor * 0.5
        return loss * self.factor


def cases():
    yield from build(Plateau, lambda: (randn(4),), "base pos nan inf zero big")

EXPECT = {'topic': 'optimiser',
 'rewrites': ['R8', 'R2'],
 'breaks': {17: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
