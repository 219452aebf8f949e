"""Cold items: their average embedding is taken after damping, which must not touch the table itself."""

import torch
from torch import nn

from fxkit import bools, build, randn


class ColdStart(nn.Module):
    def __init__(self, dim=4, damping=0.5):
        super().__init__()
        self.adapter = nn.Linear(dim, dim)
        self.damping = damping

    def prototype(self, items, cold):
        chosen = items[cold]
        chosen.mul_(self.damping)
        chosen.clamp_(-1.0, 1.0)
        return chosen.sum(dim=0) / (1 + cold.sum())

    def forward(self, items, cold, users):
        """items: (items, dim); users: (batch, dim) -> scores of all items, (batch, items)"""
        items = self.adapter(items)
        proto = self.prototype(items, cold)
        return (users + proto) @ items.t()


def load():
    return torch.compile(ColdStart())


def cases():
    yield from build(load, lambda: (randn(6, 4), bools(6), randn(2, 4)), "base grad big true false")

EXPECT = {'topic': 'recommenders',
 'kind': 'mask',
 'verdict': 'any correct rewrite',
 'obligations': ['aliasing', 'the selection is a copy'],
 'breaks': {16: 2},
 'gb': ['GB0036'],
 'naive_differs_in': ['values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
