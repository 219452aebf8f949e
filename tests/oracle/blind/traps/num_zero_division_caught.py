"""Precision, and zero if nothing was predicted."""

import torch

from fxkit import bools, sweep


@torch.compile
def weighted_precision(pred, truth, weight):
    hits = (pred & truth).sum().item()
    claimed = pred.sum().item()
    try:
        precision = hits / claimed
    except ZeroDivisionError:
        precision = 0.0
    return weight * precision


def cases():
    yield from sweep(weighted_precision, lambda: (bools(6), bools(6, seed=1), torch.ones(2)), "base true false")

EXPECT = {'topic': 'metrics',
 'verdict': 'any correct rewrite',
 'obligations': ['O4', 'O15'],
 'breaks': {10: 1, 11: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['nan positions'],
 'unsafe': []}
