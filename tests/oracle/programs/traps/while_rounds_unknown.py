"""A while loop on a tensor test is unrolled too few times."""

import torch

from fxkit import randn, sweep


@torch.compile
def shrink(sample):
    s = sample * 1.0
    while s.abs().max() > 1.0:
        s = s * 0.5
    return s


def cases():
    yield from sweep(shrink, lambda: (randn(4),), "base small big")

EXPECT = {'topic': 'diffusion',
 'verdict': 'any correct rewrite',
 'obligations': ['R13', 'O4'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['values'],
 'unsafe': []}
