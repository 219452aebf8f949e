"""The else of the loop runs only when there was no break."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def search(x):
    for _ in range(3):
        x = x * 0.5
        if x.abs().max() < 0.3:
            break
    else:
        x = x + 10.0
    return x


def cases():
    yield from sweep(search, lambda: (randn(3),), "base small big")

EXPECT = {'topic': 'scheduler',
 'verdict': 'any correct rewrite',
 'obligations': ['R7', 'O12'],
 'breaks': {13: 2},
 'gb': ['GB0170', 'GB7000'],
 'naive_differs_in': ['values'],
 'unsafe': []}
