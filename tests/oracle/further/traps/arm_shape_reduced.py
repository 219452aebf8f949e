"""One arm reduces a dimension; where would broadcast it back."""

import torch

from fxkit import randn, sweep


@torch.compile
def readout(x):
    if x.mean() > 0:
        y = x.sum(0)
    else:
        y = x * 2.0
    return y


def cases():
    yield from sweep(readout, lambda: (randn(3, 2),), "pos neg")

EXPECT = {'topic': 'gnn',
 'verdict': 'decline',
 'obligations': ['O8'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['shape'],
 'unsafe': []}
