""".item() inside the test."""

import torch

from fxkit import randn, sweep


@torch.compile
def damp(loss):
    total = loss * 2.0
    if total.max().item() > 1.5:
        total = total - 0.5
    return total


def cases():
    yield from sweep(damp, lambda: (randn(6),), "base small big nan inf zero half f64 grad small+grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'loss',
 'rewrites': ['R22', 'R2'],
 'breaks': {11: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
