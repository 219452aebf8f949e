"""str() of a number and of a tensor differ."""

import torch

from fxkit import ints, sweep


@torch.compile
def caption(hits):
    best = hits.max()
    label = "best=" + str(best.item())
    return hits - best, label


def cases():
    yield from sweep(caption, lambda: (ints(0, 9, 4),), "base")

EXPECT = {'topic': 'metrics',
 'verdict': 'decline',
 'obligations': ['O15', 'R36'],
 'breaks': {11: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['value'],
 'unsafe': []}
