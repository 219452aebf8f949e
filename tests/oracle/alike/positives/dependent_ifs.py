"""The second test reads what the first arm wrote."""

import torch

from fxkit import randn, sweep


@torch.compile
def rescale(x):
    s = x * 1.0
    if s.abs().max() > 2.0:
        s = s * 0.25
    if s.mean() < 0.0:
        s = s + 0.5
    return s


def cases():
    yield from sweep(rescale, lambda: (randn(2, 3),), "base big small nan zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'diffusion',
 'rewrites': ['R2'],
 'breaks': {11: 1, 13: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
