"""any() over a list display of two tests."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def balance(gates, load, cap):
    out = gates * 1.5
    if any([load.max() > cap, gates.min() < -1.0]):
        out = out - 1.0
    return out


def cases():
    yield from sweep(balance, lambda: (randn(4), rand(4), 0.5), "base pos neg nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(balance, lambda: (rand(4), rand(4) * 0.25, 0.5), "base half grad", tag="even-")

EXPECT = {'topic': 'moe',
 'rewrites': ['R44', 'R2'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
