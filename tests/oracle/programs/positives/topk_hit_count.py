"""Correct predictions among the labelled rows are counted through boolean indexing."""

import torch

from fxkit import bools, ints, randn, sweep


@torch.compile
def accuracy(logits, labels, labelled):
    pred = logits.argmax(dim=-1)
    hits = (pred == labels)[labelled].sum()
    return hits / labelled.sum()


def cases():
    yield from sweep(accuracy, lambda: (randn(6, 3), ints(0, 3, 6), bools(6)), "base true false pos nan half f64")

EXPECT = {'topic': 'metrics',
 'rewrites': ['R30'],
 'breaks': {11: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'grad-close']}
