"""A conditional expression as the argument of a call."""

import torch

from fxkit import randn, sweep


@torch.compile
def hinge(pos, neg):
    return torch.relu(pos * 2.0 if pos.mean() > neg.mean() else neg + 1.0)


def cases():
    yield from sweep(hinge, lambda: (randn(5), randn(5, seed=1)), "base pos neg nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'loss',
 'rewrites': ['R1'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['grad-none-zero'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
