"""tolist() of an arange with Python bounds."""

import torch

from fxkit import randn, sweep


@torch.compile
def ladder(x, total):
    y = x + 1.0
    for t in torch.arange(0, total, 2).tolist():
        y = y * 0.5 + t
    return y


def cases():
    yield from sweep(ladder, lambda: (randn(2, 3), 6), "base nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(ladder, lambda: (randn(2, 3), 3), "base grad", tag="short-")

EXPECT = {'topic': 'scheduler',
 'rewrites': ['R21'],
 'breaks': {11: 1},
 'gb': ['GB0033'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': []}
