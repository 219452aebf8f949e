"""The arms have different shapes."""

import torch

from fxkit import randn, sweep


@torch.compile
def pool(x):
    if x.mean() > 0:
        y = x.sum(0, keepdim=True)
    else:
        y = x * 1.0
    return y


def cases():
    yield from sweep(pool, lambda: (randn(3, 2),), "pos neg")

EXPECT = {'topic': 'gnn',
 'verdict': 'any correct rewrite',
 'obligations': ['O8'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['shape'],
 'unsafe': []}
