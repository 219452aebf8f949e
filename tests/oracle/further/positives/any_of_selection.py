"""any() over a boolean selection."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def has_hit(scores, valid):
    hits = scores > 1.0
    found = hits[valid].any()
    return scores * 2.0 + found


def cases():
    yield from sweep(has_hit, lambda: (randn(3, 4), bools(3, 4)), "base true false nan inf half f64 empty")

EXPECT = {'topic': 'detection',
 'rewrites': ['R30'],
 'breaks': {11: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'grad-close']}
