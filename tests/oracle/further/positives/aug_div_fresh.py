"""`/=` in an else-less arm on a fresh tensor."""

import torch

from fxkit import randn, sweep


@torch.compile
def soft_norm(x):
    y = x + 0.5
    if y.abs().sum() > 8.0:
        y /= 4.0
    return y * 2.0


def cases():
    yield from sweep(soft_norm, lambda: (randn(3, 4),), "base pos big small nan inf zero half f64 grad big+grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'norm',
 'rewrites': ['R9', 'R2'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
