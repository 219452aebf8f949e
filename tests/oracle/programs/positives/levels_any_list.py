"""any() over a list of tests on the pyramid levels."""

import torch

from fxkit import randn, sweep


@torch.compile
def merge_levels(low, mid, high):
    merged = low + mid - high
    if any([t.abs().max() > 2.0 for t in (low, mid, high)]):
        merged = merged * 0.25
    return merged


def cases():
    yield from sweep(merge_levels, lambda: (randn(3, 2), randn(3, 2, seed=1), randn(3, 2, seed=2)), "base small zero nan inf half f64 grad nan+grad inf+grad")
    yield from sweep(merge_levels, lambda: (randn(3, 2) * 0.2, randn(3, 2, seed=1) * 0.2, randn(3, 2, seed=2) * 0.2), "base grad", tag="calm-")

EXPECT = {'topic': 'detection',
 'rewrites': ['R44', 'R2'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
