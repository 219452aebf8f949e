"""Continuous-filter convolution over the atom pairs inside a cutoff."""

import math

import torch
import torch.nn as nn
import torch.nn.functional as F

from fxkit import build, randn


class InteractionBlock(nn.Module):
    def __init__(self, hidden=4, num_gaussians=5, cutoff=1.6):
        super().__init__()
        self.cutoff = cutoff
        self.register_buffer("offset", torch.linspace(0.0, cutoff, num_gaussians))
        self.filter_net = nn.Sequential(nn.Linear(num_gaussians, hidden), nn.Softplus(), nn.Linear(hidden, hidden))
        self.lin1 = nn.Linear(hidden, hidden, bias=False)
        self.lin2 = nn.Linear(hidden, hidden)

    def forward(self, h, pos):
        n = pos.size(0)
        d2 = (pos[:, None] - pos[None, :]).pow(2).sum(-1)
        adj = (d2 < self.cutoff**2) & ~torch.eye(n, dtype=torch.bool, device=pos.device)
        row, col = adj.nonzero(as_tuple=True)
        dist = torch.sqrt(d2[row, col] + 1e-12)
        rbf = torch.exp(-10.0 * (dist[:, None] - self.offset) ** 2)
        envelope = 0.5 * (torch.cos(dist * math.pi / self.cutoff) + 1.0)
        weight = self.filter_net(rbf) * envelope[:, None]
        msg = self.lin1(h)[col] * weight
        agg = torch.zeros_like(h).index_add(0, row, msg)
        return h + F.softplus(self.lin2(agg)) - math.log(2.0)


def load():
    return torch.compile(InteractionBlock())


def cases():
    yield from build(load, lambda: (randn(6, 4), randn(6, 3, seed=1)), "base grad")
    yield from build(load, lambda: (randn(6, 4), randn(6, 3, seed=1) * 50), "base grad", tag="far-")
    yield from build(load, lambda: (randn(4, 4), randn(4, 3, seed=1) * 0.1), "base grad", tag="near-")


EXPECT = {'topic': 'molecule',
 'rewrites': ['R30'],
 'breaks': {25: 4},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['close'],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
