"""The count itself is the test."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def masked_average(x, mask):
    kept = torch.where(mask, x, torch.zeros_like(x)).sum()
    count = mask.sum()
    if count:
        avg = kept * 1.0
    else:
        avg = kept - 1.0
    return avg


def cases():
    yield from sweep(masked_average, lambda: (randn(5), bools(5)), "base true false nan half f64 grad false+grad inf+grad")

EXPECT = {'topic': 'metrics',
 'rewrites': ['R1'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
