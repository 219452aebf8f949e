"""`not (a or b)` over two tensor tests."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def aggregate(feat, weight):
    msg = feat - weight
    if not ((feat > 1.0).any() or (weight > 1.0).any()):
        msg = msg * 2.0
    else:
        msg = msg + 0.5
    return msg


def cases():
    yield from sweep(aggregate, lambda: (randn(3, 2), randn(3, 2, seed=5)), "base pos neg nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(aggregate, lambda: (rand(3, 2), rand(3, 2, seed=5)), "base big neg grad", tag="low-")

EXPECT = {'topic': 'gnn',
 'rewrites': ['R5', 'R1'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
