"""The hits among the valid positions are counted."""

import torch

from fxkit import bools, ints, sweep


@torch.compile
def tally(pred, target, valid):
    hits = pred == target
    right = hits[valid].sum()
    return right, valid.sum() - right


def cases():
    yield from sweep(tally, lambda: (ints(0, 3, 2, 6), ints(0, 3, 2, 6, seed=1), bools(2, 6)), "base true false empty")

EXPECT = {'topic': 'metrics',
 'rewrites': ['R30'],
 'breaks': {11: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'grad-close']}
