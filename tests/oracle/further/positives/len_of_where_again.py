"""len() of one-argument where is compared with zero."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def fallback_box(boxes, default, matched):
    b = boxes.neg()
    if len(torch.where(matched)[0]) == 0:
        b = default + 1.0
    return b - 0.5


def cases():
    yield from sweep(fallback_box, lambda: (randn(3, 4), randn(3, 4, seed=2), bools(3)), "base true false nan inf half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad false+grad")

EXPECT = {'topic': 'detection',
 'rewrites': ['R33', 'R2'],
 'breaks': {11: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['grad-none-zero'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
