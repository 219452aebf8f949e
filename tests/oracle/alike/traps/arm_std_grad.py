"""The standard deviation of a constant row in the untaken arm."""

import torch

from fxkit import randn, sweep


@torch.compile
def whiten(x):
    if (x.amax(1) > x.amin(1)).all():
        y = x / x.std(1, keepdim=True)
    else:
        y = x * 2.0
    return y


def cases():
    yield from sweep(whiten, lambda: (torch.tensor([[1.0, 1.0, 1.0], [1.0, 2.0, 4.0]]),), "base grad")
    yield from sweep(whiten, lambda: (randn(2, 3),), "grad", tag="mixed-")

EXPECT = {'topic': 'norm',
 'verdict': 'any correct rewrite',
 'obligations': ['O9'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['nan positions'],
 'unsafe': ['no-training']}
