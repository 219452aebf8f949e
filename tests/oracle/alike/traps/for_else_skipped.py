"""The else clause of the loop runs only without a break."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def backtrack(x):
    step = x * 1.0
    for _ in range(2):
        step = step * 0.5
        if step.abs().max() < 1.0:
            break
    else:
        step = step * 0.0
    return step


def cases():
    yield from sweep(backtrack, lambda: (randn(3),), "small base big")

EXPECT = {'topic': 'optimiser',
 'verdict': 'any correct rewrite',
 'obligations': ['R7'],
 'breaks': {14: 2},
 'gb': ['GB0170', 'GB7000'],
 'naive_differs_in': ['values'],
 'unsafe': []}
