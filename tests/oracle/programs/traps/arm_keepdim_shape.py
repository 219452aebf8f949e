"""One arm keeps a column, the other all columns."""

import torch

from fxkit import randn, sweep


@torch.compile
def reduce_channels(x):
    if x.std() < 1.0:
        y = x.mean(-1, keepdim=True)
    else:
        y = x * 0.5
    return y + 1.0


def cases():
    yield from sweep(reduce_channels, lambda: (randn(3, 4),), "base small big")

EXPECT = {'topic': 'norm',
 'verdict': 'decline',
 'obligations': ['O8'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['shape'],
 'unsafe': []}
