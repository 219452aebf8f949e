"""The branch is a conditional expression in a lambda."""

import torch

from fxkit import randn, sweep


@torch.compile
def readout(nodes, edges):
    squash = lambda t: t / 2.0 if t.abs().max() > 1.0 else t + 1.0
    return squash(nodes) + squash(edges)


def cases():
    yield from sweep(readout, lambda: (randn(4), randn(4, seed=2)), "base small big nan inf half f64 grad big+grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'gnn',
 'rewrites': ['R1'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 5,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
