"""The sign of an eigenvector is fixed by its sum."""

import torch

from fxkit import randn, sweep


@torch.compile
def canonical(vecs):
    first = vecs[:, 0] * 1.0
    if first.sum() < 0:
        first = -first
    return vecs[:, 1] + first


def cases():
    yield from sweep(canonical, lambda: (randn(4, 2),), "base pos neg nan inf zero negzero half f64 grad neg+grad nan+grad inf+grad ninf+grad pos+grad")

EXPECT = {'topic': 'gnn',
 'rewrites': ['R2'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
