"""When no key is left the values pass through alone."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def context(scores, values, keep):
    w = scores * 0.25
    if not keep.any():
        out = values * 2.0
    else:
        out = w + values
    return out


def cases():
    yield from sweep(context, lambda: (randn(2, 4), randn(2, 4, seed=1), bools(2, 4)), "base true false nan inf half f64 grad false+grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'attention',
 'rewrites': ['R1', 'R5'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['grad-none-zero'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
