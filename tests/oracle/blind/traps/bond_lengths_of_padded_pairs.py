"""Bond length loss of padded molecules: both atoms of a padded bond lie at the origin."""

import torch
from torch import nn

from fxkit import build, randn


class BondLoss(nn.Module):
    """Harmonic penalty of bond lengths, over the real bonds."""

    def __init__(self, rest_length=1.2):
        super().__init__()
        self.rest_length = rest_length
        self.stiffness = nn.Parameter(torch.tensor(2.0))

    def lengths(self, vectors):
        return vectors.square().sum(dim=-1).sqrt()

    def forward(self, vectors, real):
        """vectors: (bonds, 3), zero where the bond is padding; real: (bonds,) bool."""
        stretch = self.lengths(vectors[real]) - self.rest_length
        return self.stiffness * stretch.square().sum() / vectors.shape[0]


class Refiner(nn.Module):
    def __init__(self):
        super().__init__()
        self.loss = BondLoss()

    def forward(self, coords, bonds, real):
        vectors = coords[bonds[:, 0]] - coords[bonds[:, 1]]
        return self.loss(vectors, real)


def load():
    return torch.compile(Refiner())


def cases():
    bonds = torch.tensor([[0, 1], [1, 2], [0, 0], [0, 0]])
    yield from build(load, lambda: (randn(3, 3), bonds, torch.tensor([True, True, False, False])), "base grad big")
    yield from build(load, lambda: (randn(3, 3), bonds[:2], torch.tensor([True, True])), "grad", tag="full-")

EXPECT = {'topic': 'molecules',
 'kind': 'mask',
 'verdict': 'any correct rewrite',
 'obligations': ['O11', 'R30', 'gradients'],
 'breaks': {22: 3},
 'gb': ['GB0036'],
 'naive_differs_in': ['nan positions'],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
