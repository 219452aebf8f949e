"""The else clause of the loop only runs when it was not left early."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def relax(x):
    y = x * 1.0
    for _ in range(3):
        y = y * 0.5
        if y.abs().max() < 0.5:
            break
    else:
        y = y - 1.0
    return y


def cases():
    yield from sweep(relax, lambda: (randn(4),), "base big small nan")

EXPECT = {'topic': 'diffusion',
 'verdict': 'any correct rewrite',
 'obligations': ['R7', 'O12'],
 'breaks': {14: 2},
 'gb': ['GB0170', 'GB7000'],
 'naive_differs_in': ['values'],
 'unsafe': []}
