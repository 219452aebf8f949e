"""Only one arm draws random numbers."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def corrupt(x):
    if x.abs().max() > 1.0:
        y = x * torch.bernoulli(torch.full((4,), 0.5))
    else:
        y = x * 1.0
    return y


def cases():
    yield from sweep(corrupt, lambda: (randn(4),), "small big")

EXPECT = {'topic': 'diffusion',
 'verdict': 'any correct rewrite',
 'obligations': ['O5'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['rng'],
 'unsafe': []}
