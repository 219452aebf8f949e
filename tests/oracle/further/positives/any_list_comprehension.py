"""any() over a list comprehension of tensor tests."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def balance(loads):
    total = loads[0] + loads[1]
    if any([(load < -1.5).any() for load in loads]):
        total = total.relu()
    return total - 1.0


def cases():
    yield from sweep(balance, lambda: ([randn(4), randn(4, seed=3)],), "base pos neg big nan ninf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(balance, lambda: ([rand(4), rand(4, seed=3)],), "base grad", tag="even-")

EXPECT = {'topic': 'moe',
 'rewrites': ['R44', 'R2'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
