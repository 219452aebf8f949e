"""Correct tokens are counted over a boolean selection."""

import torch

from fxkit import bools, ints, sweep


@torch.compile
def hits(pred, label, attended):
    correct = pred == label
    return correct[attended].sum()


def cases():
    yield from sweep(hits, lambda: (ints(0, 3, 2, 6), ints(0, 3, 2, 6, seed=1), bools(2, 6)), "base true false empty")

EXPECT = {'topic': 'metrics',
 'rewrites': ['R30'],
 'breaks': {11: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'grad-close']}
