"""A Python float accumulates over a static list."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def centre(grads, x):
    total = 0.0
    for g in grads:
        total += g.sum().item()
    return x - total


def cases():
    yield from sweep(centre, lambda: ([randn(3), randn(2, 2)], randn(4)), "base nan inf zero f64 big")

EXPECT = {'topic': 'optimiser',
 'rewrites': ['R22', 'R44'],
 'breaks': {13: 2},
 'gb': ['GB0124', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
