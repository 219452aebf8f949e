"""One arm changes the default dtype."""

import torch

from fxkit import randn, sweep


@torch.compile
def choose(x):
    y = x * 2.0
    if y.amax() > 1.0:
        torch.set_default_dtype(torch.float64)
        y = y + 1.0
    return y


def cases():
    yield from sweep(choose, lambda: (randn(3),), "small neg")

EXPECT = {'topic': 'quantisation',
 'verdict': 'decline',
 'obligations': ['O3'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['default dtype'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
