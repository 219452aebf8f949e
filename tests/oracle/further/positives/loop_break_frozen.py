"""A static loop stops when the residual is small."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def relax(x):
    x = x * 1.0
    for _ in range(4):
        if x.abs().sum() < 1.0:
            break
        x = x * 0.5
    return x


def cases():
    yield from sweep(relax, lambda: (randn(4),), "base pos neg small big zero nan inf half f64 empty")

EXPECT = {'topic': 'optimiser',
 'rewrites': ['R7'],
 'breaks': {13: 2},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
