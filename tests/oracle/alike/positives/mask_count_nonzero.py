"""count_nonzero over a boolean selection."""

import torch

from fxkit import bools, ints, randn, sweep


@torch.compile
def active_edges(feat, types, live):
    n = types[live].count_nonzero()
    return feat * n, n


def cases():
    yield from sweep(active_edges, lambda: (randn(3), ints(0, 3, 6), bools(6)), "base true false nan half grad")

EXPECT = {'topic': 'gnn',
 'rewrites': ['R30'],
 'breaks': {10: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'grad-close']}
