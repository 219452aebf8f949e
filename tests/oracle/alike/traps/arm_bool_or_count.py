"""A boolean arm against an integer arm."""

import torch

from fxkit import ints, randn, sweep


@torch.compile
def hits(ids, weight):
    if weight.sum() > 0:
        h = ids > 1
    else:
        h = ids * 2
    return h


def cases():
    yield from sweep(hits, lambda: (ints(0, 4, 5), randn(3)), "pos neg")

EXPECT = {'topic': 'metrics',
 'verdict': 'decline',
 'obligations': ['O8'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['dtype'],
 'unsafe': []}
