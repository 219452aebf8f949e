"""Another name of the tensor is read after the join, and the tensor is written."""

import torch

from fxkit import randn, sweep


@torch.compile
def mix(latent):
    z = latent * 1.0
    old = z
    if z.sum() > 0:
        z = z - 1.0
    z.mul_(3.0)
    return z, old + 0.5


def cases():
    yield from sweep(mix, lambda: (randn(4),), "pos neg")

EXPECT = {'topic': 'diffusion',
 'verdict': 'any correct rewrite',
 'obligations': ['O11'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['values'],
 'unsafe': []}
