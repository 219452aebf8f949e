"""A Python division by zero raises, a tensor division gives infinity."""

import torch

from fxkit import randn, sweep


@torch.compile
def rate(x, steps):
    n = steps.sum().item()
    return x * (1.0 / n)


def cases():
    yield from sweep(rate, lambda: (randn(3), torch.tensor([1.0, 1.0])), "base")
    yield from sweep(rate, lambda: (randn(3), torch.tensor([1.0, -1.0])), "base", tag="zero-")

EXPECT = {'topic': 'scheduler',
 'verdict': 'decline',
 'obligations': ['O4', 'R22'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['exception', 'type'],
 'unsafe': []}
