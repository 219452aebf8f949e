"""A division by zero in the untaken arm leaks NaN gradients."""

import torch

from fxkit import randn, sweep


@torch.compile
def inverse(v):
    if (v != 0).all():
        out = 1.0 / v
    else:
        out = v + 1.0
    return out


def cases():
    yield from sweep(inverse, lambda: (randn(4),), "base grad zero+grad")

EXPECT = {'topic': 'norm',
 'verdict': 'any correct rewrite',
 'obligations': ['O9'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['nan positions'],
 'unsafe': []}
