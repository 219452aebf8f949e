"""The mean is taken over the selected entries only."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
@torch.no_grad()
def centre_valid(x, valid):
    out = x * 0.0
    out[valid] = x[valid] - x[valid].mean()
    return out


def cases():
    yield from sweep(centre_valid, lambda: (randn(6), bools(6)), "base true")

EXPECT = {'topic': 'norm',
 'verdict': 'any correct rewrite',
 'obligations': ['R32'],
 'breaks': {12: 1},
 'gb': ['GB0036'],
 'naive_differs_in': ['values'],
 'unsafe': []}
