"""One arm draws a permutation."""

import torch

from fxkit import randn, sweep


@torch.compile
def minibatch(x):
    if x.sum() > 0:
        y = x[torch.randperm(4)]
    else:
        y = x * 1.0
    return y


def cases():
    yield from sweep(minibatch, lambda: (randn(4),), "pos neg")

EXPECT = {'topic': 'rl',
 'verdict': 'any correct rewrite',
 'obligations': ['O5'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['rng'],
 'unsafe': []}
