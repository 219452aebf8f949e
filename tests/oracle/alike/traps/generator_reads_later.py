"""A generator made before the branch reads the variable after it."""

import torch

from fxkit import randn, sweep


@torch.compile
def scales(x):
    base = x * 0.5
    lazy = (base * float(k) for k in range(3))
    if x.sum() > 0:
        base = x * 2.0
    return torch.stack(list(lazy))


def cases():
    yield from sweep(scales, lambda: (randn(3),), "pos neg")

EXPECT = {'topic': 'detection',
 'verdict': 'any correct rewrite',
 'obligations': ['O11'],
 'breaks': {12: 2},
 'gb': ['GB0091', 'GB0170'],
 'naive_differs_in': ['values'],
 'unsafe': ['fresh-result']}
