"""An integer count is the test."""

import torch

from fxkit import randn, sweep


@torch.compile
def overflow(gates, load, cap):
    if (load > cap).sum():
        w = gates * 0.5
    else:
        w = gates + 0.25
    return w


def cases():
    yield from sweep(overflow, lambda: (randn(3), torch.tensor([1, 4, 5]), 3), "base nan inf half f64 grad inf+grad")
    yield from sweep(overflow, lambda: (randn(3), torch.tensor([1, 2, 3]), 3), "base grad", tag="fits-")

EXPECT = {'topic': 'moe',
 'rewrites': ['R1'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
