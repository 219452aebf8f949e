"""int() truncates to a Python int that becomes a size."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def window(x, w):
    n = int(w.max() * 2)
    return x[:n] * 2.0


def cases():
    yield from sweep(window, lambda: (randn(6), rand(3) + 0.5), "base")

EXPECT = {'topic': 'quantisation',
 'verdict': 'decline',
 'obligations': ['R22', 'R29'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['shape'],
 'unsafe': []}
