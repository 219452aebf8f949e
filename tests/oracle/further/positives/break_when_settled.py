"""A fixed point iteration that stops early."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def settle(x):
    z = x * 1.0
    for _ in range(4):
        z = z * 0.5 + 0.25
        if (z - 0.5).abs().max() < 0.2:
            break
    return z


def cases():
    yield from sweep(settle, lambda: (randn(3, 2),), "base big small pos neg nan inf zero half f64")

EXPECT = {'topic': 'optimiser',
 'rewrites': ['R7'],
 'breaks': {14: 2},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
