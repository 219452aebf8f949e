"""full_like with a maximum read with item."""

import torch

from fxkit import randn, sweep


@torch.compile
def ceiling(x):
    top = x.max().item()
    return torch.full_like(x, top) - x


def cases():
    yield from sweep(ceiling, lambda: (randn(2, 3),), "base pos neg zero inf half f64 grad")

EXPECT = {'topic': 'diffusion',
 'rewrites': ['R22'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'grad-close']}
