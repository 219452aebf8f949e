"""all() over a boolean selection of an exact-match test."""

import torch

from fxkit import bools, ints, sweep


@torch.compile
def exact_match(pred, label, valid):
    hit = pred == label
    right = hit[valid].all()
    return right, hit & valid


def cases():
    yield from sweep(exact_match, lambda: (ints(0, 3, 6), ints(0, 3, 6, seed=1), bools(6)), "base true false empty")
    yield from sweep(exact_match, lambda: (ints(0, 3, 6), ints(0, 3, 6), bools(6)), "base true", tag="same-")

EXPECT = {'topic': 'metrics',
 'rewrites': ['R30'],
 'breaks': {11: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'grad-close']}
