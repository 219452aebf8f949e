"""Continuous filter convolution that logs when the neighbour list holds pairs past the cutoff."""

import logging
import math

import torch
import torch.nn as nn

from fxkit import build, rand, randn

log = logging.getLogger("schnet")


class CosineCutoff(nn.Module):
    def __init__(self, cutoff):
        super().__init__()
        self.cutoff = cutoff

    def forward(self, dist):
        c = 0.5 * (torch.cos(dist * math.pi / self.cutoff) + 1.0)
        return c * (dist < self.cutoff).to(c.dtype)


class CFConv(nn.Module):
    def __init__(self, dim, cutoff):
        super().__init__()
        self.lin = nn.Linear(dim, dim, bias=False)
        self.cutoff_fn = CosineCutoff(cutoff)

    @torch.compile
    def forward(self, x, src, dst, dist):
        C = self.cutoff_fn(dist)
        n_out = (dist >= self.cutoff_fn.cutoff).sum().item()
        if n_out > 0:
            log.warning("%d of %d pairs lie past the cutoff", n_out, dist.numel())
        h = self.lin(x)[src] * C.unsqueeze(-1)
        return torch.zeros_like(x).index_add(0, dst, h)


def make_conv():
    return CFConv(4, 5.0)


EDGES = (torch.tensor([0, 1, 2, 3]), torch.tensor([1, 0, 3, 2]))


def cases():
    yield from build(make_conv, lambda: (randn(4, 4), *EDGES, rand(4) * 4), "base grad nan")
    yield from build(make_conv, lambda: (randn(4, 4), *EDGES, rand(4) * 9 + 1), "base", tag="far-")
    yield from build(make_conv, lambda: (randn(4, 4), *EDGES, torch.full((4,), 6.0)), "base", tag="all-")

EXPECT = {'topic': 'molecules',
 'rewrites': [],
 'breaks': {33: 1, 35: 1},
 'gb': ['GB0124', 'GB0291'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['shown-history']}
