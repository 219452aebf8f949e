"""The arms differ in shape and would broadcast."""

import torch

from fxkit import randn, sweep


@torch.compile
def squash(x):
    y = x * 2.0
    if y.sum() > 0:
        y = y.mean(-1, keepdim=True)
    return y


def cases():
    yield from sweep(squash, lambda: (randn(2, 3),), "pos neg")

EXPECT = {'topic': 'norm',
 'verdict': 'decline',
 'obligations': ['O5'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['shape'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
