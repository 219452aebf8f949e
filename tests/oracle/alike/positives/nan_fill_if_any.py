"""NaN targets are replaced when there are any; the fill is the identity otherwise."""

import torch

from fxkit import randn, sweep


@torch.compile
def clean(target):
    t = target + 0.5
    bad = torch.isnan(t)
    if bad.any():
        t = torch.where(bad, 0.0, t)
    return t * 2.0 - 1.0


def cases():
    yield from sweep(clean, lambda: (randn(4),), "base allnan inf nan zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'loss',
 'rewrites': ['R15'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
