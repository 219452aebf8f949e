"""An integer draw read with item() picks the direction."""

import torch

from fxkit import randn, sweep


@torch.compile
def augment(x):
    y = x + 1.0
    if torch.randint(0, 3, (1,)).item() == 0:
        y = y.flip(-1)
    return y * 2.0


def cases():
    yield from sweep(augment, lambda: (randn(2, 3),), "base zero nan inf half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'diffusion',
 'rewrites': ['R40', 'R22'],
 'breaks': {11: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
