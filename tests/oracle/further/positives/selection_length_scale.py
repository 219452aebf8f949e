"""The number of selected elements scales a batch."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def weigh(term, sure):
    hits = len(term[sure])
    return term * hits


def cases():
    yield from sweep(weigh, lambda: (randn(3, 3), bools(3, 3)), "base true false empty nan inf f64 half grad true+grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'loss',
 'rewrites': ['R30'],
 'breaks': {10: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 1,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'grad-close']}
