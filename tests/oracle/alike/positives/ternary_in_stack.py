"""Conditional expressions inside a list literal that is stacked."""

import torch

from fxkit import randn, sweep


@torch.compile
def readout(nodes):
    total = nodes.sum(0)
    peak = nodes.amax(0)
    return torch.stack([total * 0.5 if total.mean() > 0 else total, peak if peak.min() > 0 else peak - 1.0, nodes[0]])


def cases():
    yield from sweep(readout, lambda: (randn(4, 3),), "base pos neg nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'gnn',
 'rewrites': ['R1'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
