"""The size test keeps max() away from an empty batch."""

import torch

from fxkit import randn, sweep


@torch.compile
def summary(err):
    if err.numel() == 0 or err.max() < 0:
        y = err * 0.0
    else:
        y = err - 1.0
    return y


def cases():
    yield from sweep(summary, lambda: (randn(4),), "pos neg empty")

EXPECT = {'topic': 'metrics',
 'verdict': 'any correct rewrite',
 'obligations': ['R5', 'O4'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['exception', 'type'],
 'unsafe': []}
