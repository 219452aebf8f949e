"""Negative steps are set to zero when there are any."""

import torch

from fxkit import randn, sweep


@torch.compile
def timesteps(t, offset):
    t = t - offset
    if (t < 0).sum().item() != 0:
        t = torch.where(t < 0, torch.zeros_like(t), t)
    return t * 10.0


def cases():
    yield from sweep(timesteps, lambda: (randn(6), 0.5), "base pos neg negzero nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(timesteps, lambda: (randn(6), -4.0), "base negzero grad", tag="late-")

EXPECT = {'topic': 'scheduler',
 'rewrites': ['R15', 'R33'],
 'breaks': {11: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
