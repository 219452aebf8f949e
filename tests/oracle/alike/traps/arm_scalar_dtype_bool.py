"""A mask in one arm, a weight in the other."""

import torch

from fxkit import randn, sweep


@torch.compile
def keep(scores):
    if scores.max() > 0:
        k = scores > 0.5
    else:
        k = scores * 0.0
    return k


def cases():
    yield from sweep(keep, lambda: (randn(4),), "pos neg")

EXPECT = {'topic': 'detection',
 'verdict': 'any correct rewrite',
 'obligations': ['O8'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['dtype'],
 'unsafe': []}
