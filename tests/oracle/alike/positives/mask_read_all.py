"""all() over a boolean selection."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def consistent(boxes, valid):
    ok = (boxes[valid] >= 0).all()
    return boxes * 2.0, ok


def cases():
    yield from sweep(consistent, lambda: (randn(3, 4), bools(3, 4)), "base true false pos neg nan half f64 grad")

EXPECT = {'topic': 'detection',
 'rewrites': ['R30'],
 'breaks': {10: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'grad-close']}
