"""The rules overlap: the first that holds wins."""

import torch

from fxkit import randn, sweep


@torch.compile
def adjust(x, grad):
    size = grad.abs().max()
    if size > 1.0:
        x = x * 0.5
    elif size > 0.5:
        x = x * 0.75
    elif size > 0.0:
        x = x + 1.0
    return x - grad


def cases():
    yield from sweep(lambda g, x: adjust(x, g), lambda: (randn(3), randn(3, seed=4)), "ones big small zero")

EXPECT = {'topic': 'optim',
 'verdict': 'any correct rewrite',
 'obligations': ['O2'],
 'breaks': {11: 1, 13: 1, 15: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['values'],
 'unsafe': []}
