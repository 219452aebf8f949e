"""The selection is sorted before it is put back."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
@torch.no_grad()
def rank(prio, alive):
    out = prio * 1.0
    out[alive] = prio[alive].sort().values
    return out


def cases():
    yield from sweep(rank, lambda: (randn(6), bools(6)), "base true false")

EXPECT = {'topic': 'rl',
 'verdict': 'any correct rewrite',
 'obligations': ['R32'],
 'breaks': {12: 1},
 'gb': ['GB0036'],
 'naive_differs_in': ['values'],
 'unsafe': []}
