"""`not (x <= 1)` is true for NaN, `x > 1` is not."""

import torch

from fxkit import rand, sweep


@torch.compile
def alphas(a):
    y = a * 0.5
    if not (a.amax() <= 1.0):
        raise ValueError("alpha above one")
    return y


def cases():
    yield from sweep(alphas, lambda: (rand(4),), "base nan big")

EXPECT = {'topic': 'scheduler',
 'verdict': 'any correct rewrite',
 'obligations': ['R18'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['exception', 'type'],
 'unsafe': ['compiled-exception-type']}
