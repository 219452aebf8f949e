"""An exploration draw read with item."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def act(q, noise):
    if torch.rand(1).item() < 0.5:
        a = q + noise
    else:
        a = q * 2.0 + noise * 0.0
    return a


def cases():
    yield from sweep(act, lambda: (randn(4), randn(4, seed=1)), "base nan zero half f64 grad")

EXPECT = {'topic': 'rl',
 'rewrites': ['R40', 'R22'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
