"""The arms differ in shape and where would broadcast."""

import torch

from fxkit import randn, sweep


@torch.compile
def reduce(err):
    e = err * 2.0
    if e.abs().amax() > 3.0:
        out = e.mean(0, keepdim=True)
    else:
        out = e - 1.0
    return out


def cases():
    yield from sweep(reduce, lambda: (randn(3, 2),), "base small big")

EXPECT = {'topic': 'loss',
 'verdict': 'any correct rewrite',
 'obligations': ['O8'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['shape'],
 'unsafe': []}
