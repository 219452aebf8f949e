"""A fractional power only for a positive total."""

import torch

from fxkit import randn, sweep


@torch.compile
def compress(x, gain):
    total = x.sum()
    if total > 0:
        y = gain * total.pow(0.3)
    else:
        y = gain * total
    return y + x


def cases():
    yield from sweep(compress, lambda: (randn(3), torch.ones(())), "pos neg pos+grad neg+grad zero+grad")

EXPECT = {'topic': 'geometry',
 'verdict': 'any correct rewrite',
 'obligations': ['O9'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['nan positions'],
 'unsafe': []}
