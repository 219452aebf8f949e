"""`not (a or b)` over two tensor tests."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def message(src, dst):
    m = src + dst
    if not ((src < -1.0).any() or (dst < -1.0).any()):
        m = m.neg() - 0.5
    return m


def cases():
    yield from sweep(message, lambda: (randn(6), randn(6, seed=2)), "base neg big nan zero half f64 empty grad neg+grad nan+grad")
    yield from sweep(message, lambda: (rand(6), rand(6, seed=2)), "base half grad", tag="near-")

EXPECT = {'topic': 'gnn',
 'rewrites': ['R5', 'R2'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
