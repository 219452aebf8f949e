"""`not a or b` over two tensors."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def aggregate(feat, adj):
    deg = adj.sum(1)
    if not (deg > 0).all() or feat.max() > 2.0:
        out = feat + 1.0
    else:
        out = feat - deg[:, None]
    return out


def cases():
    yield from sweep(aggregate, lambda: (randn(3, 2), rand(3, 3)), "base big small pos nan inf half f64 grad neg+grad")
    yield from sweep(aggregate, lambda: (randn(3, 2), torch.zeros(3, 3)), "base small", tag="isolated-")

EXPECT = {'topic': 'gnn',
 'rewrites': ['R5', 'R1'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
