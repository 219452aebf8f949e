"""Occupancy grid of a radiance field: a cell counts as full above the mean occupancy, capped by a constant."""

import torch
from torch import nn

from fxkit import build, rand, randn


class DensityField(nn.Module):
    def __init__(self, hidden=8):
        super().__init__()
        self.mlp = nn.Sequential(nn.Linear(3, hidden), nn.ReLU(), nn.Linear(hidden, 1))

    def forward(self, x):
        return torch.nn.functional.softplus(self.mlp(x)).squeeze(-1)


class OccGridEstimator(nn.Module):
    def __init__(self, cells=8, occ_thre=0.4, ema_decay=0.95):
        super().__init__()
        self.field = DensityField()
        self.occ_thre = occ_thre
        self.ema_decay = ema_decay
        self.register_buffer("occs", torch.zeros(cells))
        self.register_buffer("binaries", torch.zeros(cells, dtype=torch.bool))

    @torch.no_grad()
    def update_every_n_steps(self, points, step_size):
        occ = self.field(points) * step_size
        self.occs.copy_(torch.maximum(self.occs * self.ema_decay, occ))
        thre = min(self.occs.mean().item(), self.occ_thre)
        self.binaries.copy_(self.occs > thre)

    def forward(self, points, step_size):
        if self.training:
            self.update_every_n_steps(points, step_size)
        sigma = self.field(points)
        alpha = 1.0 - torch.exp(-sigma * step_size)
        return alpha * self.binaries


def load():
    return torch.compile(OccGridEstimator())


def cases():
    yield from build(load, lambda: (randn(8, 3), 0.1 + rand(8)), "base grad zero big")
    yield from build(load, lambda: (randn(8, 3), torch.full((8,), 3.0)), "base", tag="dense-")
    yield from build(lambda: torch.compile(OccGridEstimator().eval()), lambda: (randn(8, 3), 0.1 + rand(8)), "base", tag="eval-")

EXPECT = {'topic': '3d',
 'kind': 'numbers',
 'rewrites': [],
 'breaks': {31: 2},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
