"""max() is NaN, so nothing is clamped in the original."""

import torch

from fxkit import randn, sweep


@torch.compile
def cap(x, limit: float = 1.0):
    y = x * 2.0
    if y.amax() > limit:
        y = y.clamp(max=limit)
    return y


def cases():
    yield from sweep(cap, lambda: (randn(5),), "base big nan small")

EXPECT = {'topic': 'diffusion',
 'verdict': 'any correct rewrite',
 'obligations': ['R15', 'R16'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['values'],
 'unsafe': []}
