"""Force loss of a potential: the mean runs over atoms and components of the atoms that are labelled."""

import torch
from torch import nn

from fxkit import bools, build, randn


class ForceHead(nn.Module):
    """Direct forces from invariant features and unit vectors."""

    def __init__(self, dim=4):
        super().__init__()
        self.gate = nn.Sequential(nn.Linear(dim, dim), nn.SiLU(), nn.Linear(dim, 1))

    def forward(self, feats, vectors):
        return self.gate(feats) * vectors


class ForceLoss(nn.Module):
    def __init__(self, weight=10.0):
        super().__init__()
        self.head = ForceHead()
        self.weight = weight

    def forward(self, feats, vectors, target, labelled):
        """target: (atoms, 3), labelled: (atoms,)."""
        pred = self.head(feats, vectors)
        error = (pred - target).square()
        return self.weight * error[labelled].mean(), pred


def load():
    return torch.compile(ForceLoss())


def cases():
    yield from build(load, lambda: (randn(6, 4), randn(6, 3), randn(6, 3, seed=1), bools(6)), "base grad zero true")

EXPECT = {'topic': 'molecules',
 'kind': 'mask',
 'verdict': 'any correct rewrite',
 'obligations': ['R30', 'count of elements'],
 'breaks': {30: 2},
 'gb': ['GB0036'],
 'naive_differs_in': ['values'],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
