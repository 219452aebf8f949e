"""The entry is a call of torch.compile on a plain function."""

import torch

from fxkit import randn, sweep


def _step(sample, noise):
    prev = sample - noise
    if prev.abs().mean() > 1.0:
        prev = prev * 0.75
    return prev


step = torch.compile(_step)


def cases():
    yield from sweep(step, lambda: (randn(2, 3), randn(2, 3, seed=1)), "base pos big small nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'scheduler',
 'rewrites': ['R2'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
