"""Torsion angles are predicted for resolved residues only and stored in a zero tensor."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import bools, build, randn


class AngleResnetBlock(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.linear_1 = nn.Linear(dim, dim)
        self.linear_2 = nn.Linear(dim, dim)

    def forward(self, a):
        return a + self.linear_2(F.relu(self.linear_1(F.relu(a))))


class TorsionHead(nn.Module):
    """Sine and cosine of the torsion angles, (residues, angles, 2)."""

    def __init__(self, dim=6, angles=3, eps=1e-8):
        super().__init__()
        self.block = AngleResnetBlock(dim)
        self.out = nn.Linear(dim, angles * 2)
        self.angles, self.eps = angles, eps

    def angles_of(self, single):
        raw = self.out(self.block(single)).unflatten(-1, (self.angles, 2))
        return raw / (raw.square().sum(dim=-1, keepdim=True) + self.eps).sqrt()

    def forward(self, single, resolved):
        torsion = single.new_zeros(*resolved.shape, self.angles, 2)
        torsion[resolved] = self.angles_of(single[resolved])
        return torsion


def load():
    return torch.compile(TorsionHead())


def cases():
    yield from build(load, lambda: (randn(7, 6), bools(7)), "base grad big true false")
    yield from build(load, lambda: (randn(2, 4, 6), bools(2, 4)), "base grad", tag="batched-")

EXPECT = {'topic': 'protein',
 'kind': 'mask',
 'rewrites': [],
 'breaks': {35: 4},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
