"""The interesting arm is the else of a `pass`."""

import torch

from fxkit import randn, sweep


@torch.compile
def renorm(x):
    y = x + 0.25
    if y.pow(2).mean() <= 1.0:
        pass
    else:
        y = y * 0.125
    return y


def cases():
    yield from sweep(renorm, lambda: (randn(3, 3),), "base big small nan inf zero half f64 grad big+grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'norm',
 'rewrites': ['R2'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
