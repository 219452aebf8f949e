"""A conditional expression inside a call."""

import torch

from fxkit import randn, sweep


@torch.compile
def context(feat, near, far):
    near = near * 2.0
    return torch.cat([feat, near if near.max() > far.max() else far + 1.0], dim=0)


def cases():
    yield from sweep(context, lambda: (randn(2, 3), randn(2, 3, seed=4), randn(2, 3, seed=8)), "base pos neg nan inf zero half f64 grad pos+grad neg+grad nan+grad")
    yield from sweep(context, lambda: (randn(2, 3), randn(2, 3, seed=8), randn(2, 3, seed=4)), "base half grad", tag="swapped-")

EXPECT = {'topic': 'detection',
 'rewrites': ['R1'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['grad-none-zero'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
