"""A clipping coefficient is computed in Python from a statistic read with .item()."""

import torch

from fxkit import randn, sweep


@torch.compile
def rescale(grads, max_norm):
    norm = grads.abs().sum().item()
    coef = max_norm / (norm + 1e-6)
    return grads * coef


def cases():
    yield from sweep(rescale, lambda: (randn(3, 3), 1.5), "base pos neg small nan inf zero f64 grad neg+grad")

EXPECT = {'topic': 'optimiser',
 'rewrites': ['R22'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'grad-close']}
