"""A large Python factor does not fit the half tensor."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
@torch.no_grad()
def blow(x, flat):
    scale = 100000.0 if flat.amax() < 0.5 else 2.0
    return x * scale


def cases():
    yield from sweep(blow, lambda: (randn(3) * 0.01, rand(2)), "base half bf16")
    yield from sweep(blow, lambda: (randn(3) * 0.01, rand(2) * 0.1), "base half", tag="flat-")

EXPECT = {'topic': 'quantisation',
 'verdict': 'any correct rewrite',
 'obligations': ['O4', 'R3'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['inf positions'],
 'unsafe': []}
