"""any() over the selected flags."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def has_crowd(scores, crowd, valid):
    found = crowd[valid].any()
    s = scores + 1.0
    return s.masked_fill(found, 0.5)


def cases():
    yield from sweep(has_crowd, lambda: (randn(5), bools(5), bools(5, seed=3)), "base true false nan half f64 empty grad false+grad")

EXPECT = {'topic': 'detection',
 'rewrites': ['R30'],
 'breaks': {10: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'grad-close']}
