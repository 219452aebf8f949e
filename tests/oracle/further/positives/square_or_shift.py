"""One arm squares, so its gradient multiplies by data."""

import torch

from fxkit import randn, sweep


@torch.compile
def penalty(gap):
    g = gap - 0.5
    if g.mean() > 0:
        p = g * g
    else:
        p = g + 3.0
    return p


def cases():
    yield from sweep(penalty, lambda: (randn(6),), "base pos neg zero half f64 grad pos+grad neg+grad nan+grad ninf+grad")

EXPECT = {'topic': 'loss',
 'rewrites': ['R1'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['finite-grad'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
