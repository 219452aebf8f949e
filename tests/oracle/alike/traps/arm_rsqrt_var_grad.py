"""rsqrt of a zero variance in the untaken arm."""

import torch

from fxkit import randn, sweep


@torch.compile
def whiten(x):
    var = (x - x.mean()).pow(2).mean()
    if var > 0:
        return x * torch.rsqrt(var)
    return x * 2.0


def cases():
    yield from sweep(whiten, lambda: (randn(4),), "base zero ones grad zero+grad ones+grad")

EXPECT = {'topic': 'norm',
 'verdict': 'any correct rewrite',
 'obligations': ['O9'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['nan positions'],
 'unsafe': []}
