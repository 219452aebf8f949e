"""A returned conditional expression of two tuples."""

import torch

from fxkit import randn, sweep


@torch.compile
def moments(x):
    m = x.amax(0)
    return (x - 1.0, m) if m.sum() > 1.0 else (x + 1.0, m * 0.5)


def cases():
    yield from sweep(moments, lambda: (randn(3, 2),), "base pos neg nan zero half f64 grad")

EXPECT = {'topic': 'norm',
 'rewrites': ['R1', 'R10'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
