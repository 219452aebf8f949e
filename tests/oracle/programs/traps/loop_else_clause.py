"""The else clause of the loop runs only without a break."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def solve(x):
    for _ in range(3):
        x = x * 0.5
        if x.abs().max() < 0.25:
            break
    else:
        x = x - 1.0
    return x


def cases():
    yield from sweep(solve, lambda: (randn(3),), "base small big")

EXPECT = {'topic': 'diffusion',
 'verdict': 'any correct rewrite',
 'obligations': ['R7'],
 'breaks': {13: 2},
 'gb': ['GB0170', 'GB7000'],
 'naive_differs_in': ['values'],
 'unsafe': []}
