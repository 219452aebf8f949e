"""In one arm both results are the same tensor."""

import torch

from fxkit import randn, sweep


@torch.compile
def kv(x):
    y = x * 2.0
    if y.sum() > 0:
        k = v = y
    else:
        k, v = y, y - 1.0
    return k, v


def cases():
    yield from sweep(kv, lambda: (randn(3),), "pos neg")

EXPECT = {'topic': 'attention',
 'verdict': 'any correct rewrite',
 'obligations': ['O11', 'R10'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['alias'],
 'unsafe': ['fresh-result']}
