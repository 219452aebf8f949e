"""Both clamp bounds come from one number."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
@torch.no_grad()
def symmetric(x, percentile):
    a = percentile.max().item()
    return x.clamp(min=-a, max=a) / a


def cases():
    yield from sweep(symmetric, lambda: (randn(3, 3), rand(2) + 0.5), "base small big nan inf f64 zero")

EXPECT = {'topic': 'quantisation',
 'rewrites': ['R22'],
 'breaks': {11: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'grad-close']}
