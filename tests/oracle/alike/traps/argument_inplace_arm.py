"""The in-place arm changes the caller's tensor."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def decay(values):
    if values.sum() > 0:
        values.mul_(0.5)
    return values + 1.0


def cases():
    yield from sweep(decay, lambda: (randn(4),), "pos neg")

EXPECT = {'topic': 'rl',
 'verdict': 'any correct rewrite',
 'obligations': ['R9'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['values'],
 'unsafe': []}
