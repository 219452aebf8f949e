"""One arm seeds the generator."""

import torch

from fxkit import randn, sweep


@torch.compile
def draw(x):
    if x.sum() > 0:
        torch.manual_seed(11)
    return x + torch.rand(3)


def cases():
    yield from sweep(draw, lambda: (randn(3),), "pos neg")

EXPECT = {'topic': 'sampler',
 'verdict': 'any correct rewrite',
 'obligations': ['O5', 'O3'],
 'breaks': {10: 1, 11: 1},
 'gb': ['GB0007', 'GB0170'],
 'naive_differs_in': ['rng', 'values'],
 'unsafe': []}
