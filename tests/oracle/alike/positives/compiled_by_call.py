"""The entry is made by calling torch.compile on a plain function."""

import torch

from fxkit import randn, sweep


def _whiten(x, eps=1e-3):
    var = x.detach().var()
    if var < eps:
        z = x + eps
    else:
        z = x - x.mean()
    return z * 4.0


whiten = torch.compile(_whiten, dynamic=False)


def cases():
    yield from sweep(whiten, lambda: (randn(3, 3),), "base small big nan inf zero half f64 grad zero+grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'norm',
 'rewrites': ['R1'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
