"""Division by a tensor that is zero in the untaken arm."""

import torch

from fxkit import randn, sweep


@torch.compile
def invert(variance):
    if (variance != 0).all():
        scale = 1.0 / variance
    else:
        scale = variance + 4.0
    return scale


def cases():
    yield from sweep(invert, lambda: (randn(4),), "base grad zero+grad")

EXPECT = {'topic': 'norm',
 'verdict': 'any correct rewrite',
 'obligations': ['O9'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['nan positions'],
 'unsafe': ['no-training']}
