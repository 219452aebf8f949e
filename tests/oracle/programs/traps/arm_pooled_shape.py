"""One arm pools the feature map, the other one keeps it."""

import torch

from fxkit import randn, sweep


@torch.compile
def maybe_pool(feat):
    f = feat * 0.5
    if f.abs().mean() > 1.0:
        f = f.mean(dim=0, keepdim=True)
    return f


def cases():
    yield from sweep(maybe_pool, lambda: (randn(3, 2),), "small big")

EXPECT = {'topic': 'detection',
 'verdict': 'decline',
 'obligations': ['O8'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['shape'],
 'unsafe': []}
