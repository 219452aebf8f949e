"""Without any selected token the division is 0/0, not the identity."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
@torch.no_grad()
def centre(x, active):
    y = x * 1.0
    if active.any():
        y = y - (y * active).sum() / active.sum()
    return y


def cases():
    yield from sweep(centre, lambda: (randn(4), bools(4)), "base true false")

EXPECT = {'topic': 'moe',
 'verdict': 'any correct rewrite',
 'obligations': ['R15'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['nan positions'],
 'unsafe': []}
