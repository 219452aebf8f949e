"""The number of distinct labels is compared with one."""

import torch

from fxkit import ints, randn, sweep


@torch.compile
def contrast(sim, labels):
    loss = sim * 0.5
    if torch.unique(labels).numel() == 1:
        loss = loss * 0.0
    return loss


def cases():
    yield from sweep(contrast, lambda: (randn(4, 4), ints(0, 3, 4)), "base nan half f64 grad")
    yield from sweep(contrast, lambda: (randn(4, 4), torch.full((4,), 2)), "base neg half grad", tag="one-")

EXPECT = {'topic': 'loss',
 'rewrites': ['R33'],
 'breaks': {11: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 1,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
