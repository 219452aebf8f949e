"""`if pad.any()` around a masked_fill."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def keys(scores, pad):
    s = scores * 0.5
    if torch.any(pad):
        s = s.masked_fill(pad, -100.0)
    return s + 1.0


def cases():
    yield from sweep(keys, lambda: (randn(2, 4), bools(2, 4)), "base true false nan inf half f64 grad false+grad empty nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'attention',
 'rewrites': ['R15'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
