"""out[mask] *= constant on a fresh tensor."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def weaken(edge_attr, dropped):
    attr = edge_attr + 1.0
    attr[dropped] *= 0.5
    return attr.sum(1)


def cases():
    yield from sweep(weaken, lambda: (randn(4, 3), bools(4, 3)), "base true false nan inf half f64 zero negzero")

EXPECT = {'topic': 'gnn',
 'rewrites': ['R32'],
 'breaks': {11: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
