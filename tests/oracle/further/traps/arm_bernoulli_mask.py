"""A random mask is drawn only for confident inputs."""

import torch

from fxkit import randn, sweep


@torch.compile
def perturb(x):
    y = x + 0.5
    if y.max() > 1.0:
        y = y * torch.bernoulli(torch.full_like(y, 0.5))
    return y * 2.0


def cases():
    yield from sweep(perturb, lambda: (randn(5),), "big neg base")

EXPECT = {'topic': 'norm',
 'verdict': 'any correct rewrite',
 'obligations': ['O5'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['rng'],
 'unsafe': []}
