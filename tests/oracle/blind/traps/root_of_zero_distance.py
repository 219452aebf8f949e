"""Distance with a safe gradient: no root is taken where the two atoms are at the same place."""

import torch
import torch.nn as nn

from fxkit import build, randn


class PairEnergy(nn.Module):
    def __init__(self):
        super().__init__()
        self.stiffness = nn.Parameter(torch.tensor(2.0))

    def forward(self, a, b):
        d2 = ((a - b) ** 2).sum()
        if d2 > 0:
            distance = d2.sqrt()
        else:
            distance = d2
        return self.stiffness * (distance - 1.0) ** 2


def load():
    return torch.compile(PairEnergy())


def cases():
    yield from build(load, lambda: (randn(3), randn(3, seed=1)), "base grad")
    yield from build(load, lambda: (randn(3), randn(3)), "grad", tag="same-")

EXPECT = {'topic': 'molecules',
 'kind': 'branch',
 'verdict': 'any correct rewrite',
 'obligations': ['gradients'],
 'breaks': {16: 2},
 'gb': ['GB0170'],
 'naive_differs_in': ['gradient'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
