"""A Python float against a tensor."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def aux_loss(scores, used):
    s = scores * 2.0
    if used.any():
        loss = s.mean()
    else:
        loss = 0.0
    return s, loss


def cases():
    yield from sweep(aux_loss, lambda: (randn(4), bools(4)), "true false")

EXPECT = {'topic': 'loss',
 'verdict': 'decline',
 'obligations': ['O7'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['type'],
 'unsafe': []}
