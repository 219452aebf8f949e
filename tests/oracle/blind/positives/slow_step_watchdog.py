"""Serving path of a recommendation ranker with a watchdog for slow forward passes."""

import logging
import time

import torch
from torch import nn

from fxkit import build, ints, randn

log = logging.getLogger("ranker.serve")

SLOW_REQUEST_SECONDS = 120.0


class CrossLayer(nn.Module):
    """x0 * (W x + b) + x, as in DCN-v2"""

    def __init__(self, dim: int):
        super().__init__()
        self.linear = nn.Linear(dim, dim)

    def forward(self, x0: torch.Tensor, x: torch.Tensor) -> torch.Tensor:
        return x0 * self.linear(x) + x


class Ranker(nn.Module):
    def __init__(self, num_dense=4, cardinality=(7, 5), dim=3, layers=2):
        super().__init__()
        self.embeddings = nn.ModuleList([nn.Embedding(c, dim) for c in cardinality])
        width = num_dense + dim * len(cardinality)
        self.cross = nn.ModuleList([CrossLayer(width) for _ in range(layers)])
        self.out = nn.Linear(width, 1)

    def forward(self, dense: torch.Tensor, sparse: torch.Tensor) -> torch.Tensor:
        start = time.perf_counter()
        feats = [dense.clamp(min=0).log1p()]
        for i, emb in enumerate(self.embeddings):
            feats.append(emb(sparse[:, i]))
        x0 = torch.cat(feats, dim=1)
        x = x0
        for layer in self.cross:
            x = layer(x0, x)
        score = torch.sigmoid(self.out(x)).squeeze(1)

        elapsed = time.perf_counter() - start
        if elapsed > SLOW_REQUEST_SECONDS:
            log.warning("slow request: %.1f s for %d candidates", elapsed, dense.shape[0])
        return score


def make(**kw):
    return torch.compile(Ranker(**kw).eval())


def _args(n):
    return randn(n, 4), torch.stack([ints(0, 7, n), ints(0, 5, n, seed=1)], dim=1)


def cases():
    yield from build(make, lambda: _args(3), "base grad nan")
    yield from build(lambda: make(layers=1), lambda: _args(1), "base", tag="single-")
    yield from build(lambda: make(layers=0), lambda: _args(5), "base inf", tag="linear-")

EXPECT = {'topic': 'click-through ranking',
 'rewrites': [],
 'breaks': {36: 1, 46: 5},
 'gb': ['GB0007'],
 'skips': 0,
 'graphs_per_call': 1,
 'after': 0,
 'assume': ['compiled-silent'],
 'unsafe': ['compiled-silent', 'log-site']}
