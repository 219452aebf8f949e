"""Every round of a static loop draws once and may skip the layer."""

import torch

from fxkit import randn, sweep


@torch.compile
def stack(x, scales, rate):
    y = x * 1.0
    for s in scales:
        if torch.rand(()) < rate:
            continue
        y = y + x * s
    return y


def cases():
    yield from sweep(stack, lambda: (randn(3), [0.5, 2.0, -1.0], 0.5), "base zero nan inf half f64")

EXPECT = {'topic': 'attention',
 'rewrites': ['R40', 'R7'],
 'breaks': {12: 1},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
