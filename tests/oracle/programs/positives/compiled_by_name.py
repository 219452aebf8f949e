"""The function is compiled by assignment; a conditional expression is returned."""

import torch

from fxkit import ints, randn, sweep


def _bootstrap(reward, value, left):
    future = value * 0.99
    return reward + future if left.sum() > 0 else reward - value * 0.0


bootstrap = torch.compile(_bootstrap)


def cases():
    yield from sweep(bootstrap, lambda: (randn(4), randn(4, seed=3), ints(0, 3, 4)), "base pos neg nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(bootstrap, lambda: (randn(4), randn(4, seed=3), ints(0, 1, 4)), "base nan half grad nan+grad", tag="ended-")

EXPECT = {'topic': 'rl',
 'rewrites': ['R1'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
