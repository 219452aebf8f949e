"""A Python switch or a tensor test."""

import torch

from fxkit import randn, sweep


@torch.compile
def noisy_gate(gates, force=False):
    if force or gates.mean() > 0.25:
        out = gates * 4.0
    else:
        out = gates - 4.0
    return out


def cases():
    yield from sweep(noisy_gate, lambda: (randn(6),), "base pos neg nan inf half f64 grad pos+grad neg+grad nan+grad inf+grad ninf+grad")
    yield from sweep(noisy_gate, lambda: (randn(6), True), "base neg grad", tag="forced-")

EXPECT = {'topic': 'moe',
 'rewrites': ['R5', 'R1'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
