"""any() over a list of expert loads."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def balance(x, loads):
    y = x + 1.0
    if any([w.sum() > 2.0 for w in loads]):
        y = y * 0.5
    return y


def cases():
    yield from sweep(balance, lambda: (randn(4), (rand(3), rand(3, seed=1) * 2)), "base nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(balance, lambda: (randn(4), (rand(3) * 0.1, rand(3, seed=1) * 0.1)), "base half grad", tag="idle-")
    yield from sweep(balance, lambda: (randn(4), (rand(3) * 0.1, rand(3, seed=1) + 1.0)), "base half grad", tag="second-")

EXPECT = {'topic': 'moe',
 'rewrites': ['R44', 'R1'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
