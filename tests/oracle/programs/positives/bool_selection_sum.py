"""Hits counted among the valid positions."""

import torch

from fxkit import bools, ints, sweep


@torch.compile
def accuracy(pred, label, valid):
    hit = pred == label
    right = hit[valid].sum()
    return right * 100, hit.sum()


def cases():
    yield from sweep(accuracy, lambda: (ints(0, 3, 8), ints(0, 3, 8, seed=1), bools(8)), "base true false empty")

EXPECT = {'topic': 'metrics',
 'rewrites': ['R30'],
 'breaks': {11: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'grad-close']}
