"""A float written into an integer tensor is truncated; where promotes."""

import torch

from fxkit import bools, ints, sweep


@torch.compile
def saturate(q, over):
    out = q * 1
    idx = torch.where(over)
    out[idx] = 2.75
    return out


def cases():
    yield from sweep(saturate, lambda: (ints(0, 9, 5), bools(5)), "base true false")

EXPECT = {'topic': 'quantisation',
 'verdict': 'any correct rewrite',
 'obligations': ['R31', 'O8'],
 'breaks': {11: 1},
 'gb': ['GB0036'],
 'naive_differs_in': ['dtype'],
 'unsafe': []}
