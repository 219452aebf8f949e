"""One arm deletes the name; reading it afterwards raises."""

import torch

from fxkit import randn, sweep


@torch.compile
def denoise(x):
    eps = x * 0.5
    y = x + 1.0
    if y.sum() > 3.0:
        del eps
    return y - eps


def cases():
    yield from sweep(denoise, lambda: (randn(3),), "pos neg")

EXPECT = {'topic': 'diffusion',
 'verdict': 'decline',
 'obligations': ['O6'],
 'breaks': {12: 1, 14: 1},
 'gb': ['GB0011', 'GB0170'],
 'naive_differs_in': ['exception', 'type'],
 'unsafe': []}
