"""One arm replaces an item of the caller's list."""

import torch

from fxkit import randn, sweep


@torch.compile
def cache(x, slots):
    h = x * 2.0
    if h.mean() > 0:
        slots[0] = h
        h = h + 1.0
    return h


def cases():
    yield from sweep(cache, lambda: (randn(4), [torch.zeros(4), None]), "pos neg")

EXPECT = {'topic': 'rnn',
 'verdict': 'any correct rewrite',
 'obligations': ['O3'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['values'],
 'unsafe': []}
