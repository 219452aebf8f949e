"""`assert not t.any()`."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def batch_norm(x, var):
    assert not (var <= 0).any(), "variance must be positive"
    return x / var


def cases():
    yield from sweep(batch_norm, lambda: (randn(3, 4), rand(4) + 0.5), "base half f64 grad inf nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'norm',
 'rewrites': ['R19'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-exception-type']}
