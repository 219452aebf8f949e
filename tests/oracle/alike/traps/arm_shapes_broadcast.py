"""The arms differ in shape; where broadcasts them."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def reduce_loss(err, w):
    if w.sum() > 1.0:
        out = (err * w).sum()
    else:
        out = err * w
    return out


def cases():
    yield from sweep(reduce_loss, lambda: (randn(3), rand(3) + 1.0), "base")
    yield from sweep(reduce_loss, lambda: (randn(3), rand(3) * 0.1), "base", tag="light-")

EXPECT = {'topic': 'loss',
 'verdict': 'decline',
 'obligations': ['O7'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['shape'],
 'unsafe': []}
