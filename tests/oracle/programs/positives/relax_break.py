"""A static loop stops when the residual is small."""

import torch

from fxkit import randn, sweep


@torch.compile
def relax(x, tol=0.25):
    y = x - 0.5
    for _ in range(4):
        if y.abs().max() < tol:
            break
        y = y * 0.5
    return y


def cases():
    yield from sweep(relax, lambda: (randn(4),), "base small big nan inf zero half f64 small+grad grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'gnn',
 'rewrites': ['R7'],
 'breaks': {12: 1},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
