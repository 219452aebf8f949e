"""round(x.item(), 2) rounds the double, not the float32."""

import torch

from fxkit import rand, sweep


@torch.compile
def rounded(x):
    m = round(x.mean().item(), 2)
    return x.double() * m


def cases():
    yield from sweep(rounded, lambda: (rand(7),), "base small")

EXPECT = {'topic': 'metrics',
 'verdict': 'decline',
 'obligations': ['R22', 'O15'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['values'],
 'unsafe': ['close']}
