"""The first select changes what the second test would read."""

import torch

from fxkit import rand, sweep


@torch.compile
def shrink(x, scale):
    x, scale = x * 1.0, scale * 1.0
    if x.max() > 1.0:
        x = x * 0.125
        scale = scale * 8.0
    return x, scale


def cases():
    yield from sweep(shrink, lambda: (torch.tensor([2.0, 0.5, -1.0]), rand(2)), "base small")

EXPECT = {'topic': 'norm',
 'verdict': 'any correct rewrite',
 'obligations': ['O2'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['values'],
 'unsafe': []}
