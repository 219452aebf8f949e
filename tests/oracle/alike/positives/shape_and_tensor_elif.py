"""Static shape tests mix with tensor tests in one chain."""

import torch

from fxkit import ints, randn, sweep


@torch.compile
def aggregate(feat, edges):
    if feat.shape[0] == 1:
        out = feat * 1.0
    elif edges.sum() == 0:
        out = feat + 1.0
    elif feat.dim() > 2:
        out = feat.sum(0)
    else:
        out = feat * edges.sum()
    return out


def cases():
    yield from sweep(aggregate, lambda: (randn(3, 2), ints(0, 2, 5)), "base nan half f64 grad")
    yield from sweep(aggregate, lambda: (randn(3, 2), torch.zeros(5, dtype=torch.int64)), "base nan grad", tag="noedge-")
    yield from sweep(aggregate, lambda: (randn(1, 2), ints(0, 2, 5)), "base", tag="one-")

EXPECT = {'topic': 'gnn',
 'rewrites': ['R5', 'R1'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
