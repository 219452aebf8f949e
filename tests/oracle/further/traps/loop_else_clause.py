"""The else of a loop runs only without a break."""

import torch

from fxkit import randn, sweep


@torch.compile
def assign(x, caps):
    for c in caps:
        if c.sum() > x.sum():
            y = x + c
            break
    else:
        y = x * 0.0
    return y


def cases():
    yield from sweep(assign, lambda: (randn(3), [randn(3, seed=1) + 1, randn(3, seed=2) + 2]), "base neg big pos")

EXPECT = {'topic': 'moe',
 'verdict': 'any correct rewrite',
 'obligations': ['R7', 'O12'],
 'breaks': {11: 1},
 'gb': ['GB0170', 'GB7000'],
 'naive_differs_in': ['values'],
 'unsafe': []}
