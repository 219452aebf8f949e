"""The caller's gradient itself is clipped."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def clip_(grad, limit=1.0):
    if grad.abs().max() > limit:
        grad.clamp_(-limit, limit)
    return grad * 2.0


def cases():
    yield from sweep(clip_, lambda: (randn(5),), "base small big")

EXPECT = {'topic': 'optimiser',
 'verdict': 'any correct rewrite',
 'obligations': ['R9', 'O3'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['values'],
 'unsafe': []}
