"""The line is printed before the check that may raise."""

import torch

from fxkit import randn, sweep


@torch.compile
def decode(x):
    y = x * 2.0
    print("decoding", tuple(x.shape))
    if (y > 3.0).any():
        raise ValueError("out of range")
    return y


def cases():
    yield from sweep(decode, lambda: (randn(2, 3),), "base small big")

EXPECT = {'topic': 'detection',
 'verdict': 'any correct rewrite',
 'obligations': ['R36', 'R18'],
 'breaks': {11: 1, 12: 1},
 'gb': ['GB0059', 'GB0170'],
 'naive_differs_in': ['events'],
 'unsafe': []}
