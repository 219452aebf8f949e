"""A Python division of the number that was read raises for zero."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
@torch.no_grad()
def weigh(loss, mask):
    count = mask.sum().item()
    scale = 1.0 / count
    return loss * scale


def cases():
    yield from sweep(weigh, lambda: (randn(4), bools(4)), "true false")

EXPECT = {'topic': 'loss',
 'verdict': 'decline',
 'obligations': ['R22', 'O4'],
 'breaks': {11: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['exception', 'type'],
 'unsafe': ['close', 'grad-close']}
