"""The else clause of the loop runs only without a break."""

import torch

from fxkit import randn, sweep


@torch.compile
def refine(x):
    h = x * 1.0
    for _ in range(3):
        h = h * 0.5
        if h.abs().max() < 0.5:
            break
    else:
        h = h + 10.0
    return h


def cases():
    yield from sweep(refine, lambda: (randn(4),), "base small big")

EXPECT = {'topic': 'diffusion',
 'verdict': 'any correct rewrite',
 'obligations': ['R7', 'O12'],
 'breaks': {13: 1},
 'gb': ['GB0170', 'GB7000'],
 'naive_differs_in': ['values'],
 'unsafe': []}
