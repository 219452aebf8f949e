"""A confident batch is reduced to one row, an uncertain one is kept."""

import torch

from fxkit import randn, sweep


@torch.compile
def pool(x, conf):
    if conf.mean() > 0:
        pooled = x.mean(0, keepdim=True)
    else:
        pooled = x - x.mean(0, keepdim=True)
    return torch.tanh(pooled)


def cases():
    yield from sweep(lambda c, x: pool(x, c), lambda: (randn(3), randn(4, 2)), "pos neg")
    yield from sweep(lambda c, x: pool(x, c), lambda: (randn(3), randn(1, 2)), "pos neg", tag="one-")

EXPECT = {'topic': 'detection',
 'verdict': 'any correct rewrite',
 'obligations': ['O10'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['shape'],
 'unsafe': []}
