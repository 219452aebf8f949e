"""The loss scale is halved when a gradient overflowed."""

import torch

from fxkit import randn, sweep


@torch.compile
def unscale(grad, scale):
    factor = scale * 2.0
    if torch.isinf(grad).any():
        factor = factor * 0.5
    return grad / factor, factor


def cases():
    yield from sweep(unscale, lambda: (randn(4), torch.tensor(8.0)), "base big nan inf ninf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'optimiser',
 'rewrites': ['R2'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
