"""One arm clears the caller's cache."""

import torch

from fxkit import randn, sweep


@torch.compile
def decode(x, cache):
    h = x * 0.5
    if h.sum() < 0:
        cache.clear()
        h = h + 1.0
    return h


def cases():
    yield from sweep(decode, lambda: (randn(4), {"k": 1, "v": 2}), "pos neg")

EXPECT = {'topic': 'rnn',
 'verdict': 'any correct rewrite',
 'obligations': ['O3'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['length'],
 'unsafe': []}
