"""Each arm draws once; evaluating both draws twice."""

import torch

from fxkit import randn, sweep


@torch.compile
def perturb(x):
    if x.sum() > 0:
        y = x + torch.rand_like(x)
    else:
        y = x - torch.rand_like(x)
    return y


def cases():
    yield from sweep(perturb, lambda: (randn(3),), "pos neg")

EXPECT = {'topic': 'diffusion',
 'verdict': 'any correct rewrite',
 'obligations': ['O5'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['rng', 'values'],
 'unsafe': []}
