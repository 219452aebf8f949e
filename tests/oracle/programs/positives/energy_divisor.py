"""A mean square read with .item() and used in a chain of Python arithmetic."""

import torch

from fxkit import randn, sweep


@torch.compile
def unit_energy(signal):
    energy = (signal * signal).mean().item()
    return signal / (energy + 1e-5)


def cases():
    yield from sweep(unit_energy, lambda: (randn(3, 4),), "base big small nan inf zero f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'norm',
 'rewrites': ['R22'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'grad-close']}
