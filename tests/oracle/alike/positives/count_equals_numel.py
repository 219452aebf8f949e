"""A count of the mask is compared with its size."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def dense_or_masked(scores, mask):
    if mask.sum() == mask.numel():
        out = scores + 1.0
    else:
        out = scores.masked_fill(~mask, -100.0)
    return out


def cases():
    yield from sweep(dense_or_masked, lambda: (randn(2, 3), bools(2, 3)), "base true false nan inf half f64 grad true+grad")

EXPECT = {'topic': 'attention',
 'rewrites': ['R33', 'R1'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
