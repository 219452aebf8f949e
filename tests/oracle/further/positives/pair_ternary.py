"""A conditional expression between two pairs."""

import torch

from fxkit import randn, sweep


@torch.compile
def reset(x):
    z = x + 1.0
    h, c = (z * 2.0, z - 1.0) if z.mean() > 1.0 else (z - 2.0, z * 3.0)
    return h - c, c


def cases():
    yield from sweep(reset, lambda: (randn(2, 3),), "base pos neg nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'rnn',
 'rewrites': ['R10'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
