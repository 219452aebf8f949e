"""No positive anchors: an early return of zeros of the same kind."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def box_loss(pred, target, pos):
    if pos.sum() == 0:
        return pred * 0.0
    diff = (pred - target).abs()
    return diff * pos


def cases():
    yield from sweep(box_loss, lambda: (randn(5), randn(5, seed=1), bools(5)), "base true false nan inf half f64 grad false+grad")

EXPECT = {'topic': 'detection',
 'rewrites': ['R6'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['grad-none-zero'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
