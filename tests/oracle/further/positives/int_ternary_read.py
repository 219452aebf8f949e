"""An int that was read decides a conditional expression."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def aggregate(msg, adj):
    edges = int((adj > 0).sum())
    out = msg * 0.5 if edges > 4 else msg + 1.0
    return out


def cases():
    yield from sweep(aggregate, lambda: (randn(3, 2), randn(3, 3)), "base pos nan inf half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(aggregate, lambda: (randn(3, 2), -rand(3, 3)), "base half grad", tag="bare-")

EXPECT = {'topic': 'gnn',
 'rewrites': ['R22', 'R1'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
