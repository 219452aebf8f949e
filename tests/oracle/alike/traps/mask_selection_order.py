"""The selected elements themselves are returned."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def kept(scores, keep):
    s = scores * 2.0
    return s[keep]


def cases():
    yield from sweep(kept, lambda: (randn(5), bools(5)), "base true")

EXPECT = {'topic': 'detection',
 'verdict': 'decline',
 'obligations': ['O12', 'R30'],
 'breaks': {11: 1},
 'gb': ['GB0036'],
 'naive_differs_in': ['shape'],
 'unsafe': []}
