"""Radius and step come out of the same test."""

import torch

from fxkit import randn, sweep


@torch.compile
def trust_region(step, radius, gain):
    if gain.mean() >= 0.75:
        radius = radius * 2.0
        scaled = step + 0.0
        accepted = scaled * 1.0
    else:
        radius = radius * 0.25
        scaled = step * 0.5
        accepted = scaled - step
    return accepted, scaled, radius


def cases():
    yield from sweep(trust_region, lambda: (randn(4), torch.tensor(1.0), randn(3)), "base nan inf half grad nan+grad inf+grad")
    yield from sweep(trust_region, lambda: (randn(4), torch.tensor(1.0), randn(3).abs() + 1), "base half grad inf+grad", tag="good-")

EXPECT = {'topic': 'optimiser',
 'rewrites': ['R3'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
