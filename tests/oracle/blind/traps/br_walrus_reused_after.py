"""The name bound in the condition is used afterwards, also if the first test failed."""

import torch

from fxkit import randn, sweep


@torch.compile
def balance(x, ref):
    gap = x.new_zeros(())
    if x.sum() > 0 and (gap := (x - ref).mean()) > 0:
        x = x - gap
    return x + gap, gap


def cases():
    yield from sweep(balance, lambda: (randn(4), randn(4, seed=1)), "pos neg ones")

EXPECT = {'topic': 'metrics',
 'verdict': 'any correct rewrite',
 'obligations': ['O2'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['values'],
 'unsafe': []}
