"""The fill value is read with float()."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def hide(scores, mask):
    low = float(scores.detach().min())
    return scores.masked_fill(mask, low)


def cases():
    yield from sweep(hide, lambda: (randn(3, 3), bools(3, 3)), "base nan inf ninf f64 true false grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'attention',
 'rewrites': ['R22'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'grad-close']}
