"""The test stands before the update; freezing one round late is wrong."""

import torch

from fxkit import randn, sweep


@torch.compile
def refine(x):
    y = x * 1.0
    for _ in range(3):
        if y.abs().amax() < 1.0:
            break
        y = y * 0.5
    return y + 1.0


def cases():
    yield from sweep(refine, lambda: (randn(3),), "base small big")

EXPECT = {'topic': 'diffusion',
 'verdict': 'any correct rewrite',
 'obligations': ['R7'],
 'breaks': {12: 1},
 'gb': ['GB0170', 'GB7000'],
 'naive_differs_in': ['values'],
 'unsafe': []}
