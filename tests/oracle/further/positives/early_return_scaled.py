"""Early return when the degrees are all small."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def aggregate(feat, deg):
    h = feat + deg
    if deg.max() < 1.0:
        return h * 2.0
    h = h - deg * 0.5
    return h.relu()


def cases():
    yield from sweep(aggregate, lambda: (randn(4), rand(4)), "base nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(aggregate, lambda: (randn(4), rand(4) * 5), "base nan half grad nan+grad inf+grad ninf+grad neg+grad pos+grad", tag="dense-")

EXPECT = {'topic': 'gnn',
 'rewrites': ['R6'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
