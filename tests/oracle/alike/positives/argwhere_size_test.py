"""The number of edges decides, read from argwhere().size(0)."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def densify(x, adj):
    if torch.argwhere(adj > 0.5).size(0) < 4:
        y = x * 2.0
    else:
        y = x - 1.0
    return y


def cases():
    yield from sweep(densify, lambda: (randn(3), rand(3, 3)), "base nan half f64 grad")
    yield from sweep(densify, lambda: (randn(3), rand(3, 3) * 0.25), "base grad", tag="sparse-")

EXPECT = {'topic': 'gnn',
 'rewrites': ['R33', 'R1'],
 'breaks': {10: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
