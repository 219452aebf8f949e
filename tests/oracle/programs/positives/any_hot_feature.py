"""any() over a list of two tensor tests."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def pool_nodes(left, right):
    pooled = left - right
    if any([(left > 1.0).any(), (right > 1.0).any()]):
        pooled = pooled.clamp(-1.0, 1.0)
    else:
        pooled = pooled * 2.0
    return pooled


def cases():
    yield from sweep(pool_nodes, lambda: (randn(2, 3), randn(2, 3, seed=1)), "base pos neg big nan inf half f64")
    yield from sweep(pool_nodes, lambda: (rand(2, 3), rand(2, 3, seed=1)), "base half", tag="cold-")
    yield from sweep(pool_nodes, lambda: (rand(2, 3), rand(2, 3, seed=1) + 1), "base", tag="right-")

EXPECT = {'topic': 'gnn',
 'rewrites': ['R44', 'R1'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
