"""A Python sign is chosen by a number that was read."""

import torch

from fxkit import randn, sweep


@torch.compile
def orient(v):
    total = v.sum().item()
    sign = 1 if total >= 0 else -1
    return v * sign + 0.5


def cases():
    yield from sweep(orient, lambda: (randn(4),), "base pos neg nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'rnn',
 'rewrites': ['R22', 'R1'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
