"""Correct predictions are counted over a boolean selection."""

import torch

from fxkit import bools, ints, sweep


@torch.compile
def accuracy(pred, labels, valid):
    hits = (pred[valid] == labels[valid]).sum()
    total = valid.sum()
    return hits * 100 // (total + 1)


def cases():
    yield from sweep(accuracy, lambda: (ints(0, 3, 8), ints(0, 3, 8, seed=1), bools(8)), "base true false empty")
    yield from sweep(accuracy, lambda: (ints(0, 3, 2, 4), ints(0, 3, 2, 4, seed=1), bools(2, 4)), "base true false", tag="grid-")

EXPECT = {'topic': 'metrics',
 'rewrites': ['R30'],
 'breaks': {10: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'grad-close']}
