"""all() over a comparison of a boolean selection."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def agree(margin, valid):
    ok = (margin[valid] > 0).all()
    return margin * 2.0, ok


def cases():
    yield from sweep(agree, lambda: (randn(3, 4), bools(3, 4)), "base pos neg true false nan inf half f64 empty grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'metrics',
 'rewrites': ['R30'],
 'breaks': {10: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'grad-close']}
