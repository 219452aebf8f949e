"""An else-less update in a loop over Python numbers."""

import torch

from fxkit import randn, sweep


@torch.compile
def residuals(x, gains):
    y = x * 1.0
    for g in gains:
        y = y + g
        if y.max() > 2.0:
            y = y * 0.5
    return y


def cases():
    yield from sweep(residuals, lambda: (randn(2, 4), [0.5, 1.0, 0.25]), "base pos neg big small nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'norm',
 'rewrites': ['R2'],
 'breaks': {13: 1},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
