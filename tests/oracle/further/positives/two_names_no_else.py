"""An else-less arm that updates two names, the second from the first."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def pool_nodes(feat, deg):
    f = feat * 2.0
    d = deg + 1.0
    if d.max() > 1.5:
        f = f - d
        d = f * 0.5
    return f, d


def cases():
    yield from sweep(pool_nodes, lambda: (randn(4), rand(4, seed=1)), "base pos nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(pool_nodes, lambda: (randn(4), rand(4, seed=1) * 0.1), "base nan half grad", tag="low-")

EXPECT = {'topic': 'gnn',
 'rewrites': ['R3', 'R2'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
