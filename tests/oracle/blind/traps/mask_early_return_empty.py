"""A helper that has nothing to do says so with None."""

import torch

from fxkit import bools, randn, sweep


def refine(rows, gain):
    if len(rows) == 0:
        return None
    return torch.tanh(rows) * gain


@torch.compile
@torch.no_grad()
def step(x, hit):
    change = refine(x[hit], 0.5)
    out = x * 1.0
    if change is None:
        return out - 1.0
    out[hit] = change
    return out


def cases():
    yield from sweep(step, lambda: (randn(5, 2), bools(5)), "base true false")

EXPECT = {'topic': 'detection',
 'verdict': 'any correct rewrite',
 'obligations': ['R32', 'O10'],
 'breaks': {17: 1},
 'gb': ['GB0036'],
 'naive_differs_in': ['values'],
 'unsafe': []}
