"""Two else-less updates, the second tests the result of the first."""

import torch

from fxkit import randn, sweep


@torch.compile
def tame(err):
    e = err * 1.25
    if e.max() > 2.0:
        e = e - 1.0
    if e.min() < -2.0:
        e = e * 0.5
    return e.abs()


def cases():
    yield from sweep(tame, lambda: (randn(4, 3),), "base pos neg big small nan inf ninf zero half f64 grad big+grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'loss',
 'rewrites': ['R2'],
 'breaks': {11: 1, 13: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
