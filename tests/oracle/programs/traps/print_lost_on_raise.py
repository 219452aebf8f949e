"""The print comes out although the check fails later."""

import torch

from fxkit import randn, sweep


@torch.compile
def checked(x):
    y = x * 2.0
    print("checking", tuple(x.shape))
    if torch.isnan(y).any():
        raise ValueError("nan in the batch")
    return y + 1.0


def cases():
    yield from sweep(checked, lambda: (randn(3),), "base nan")

EXPECT = {'topic': 'loss',
 'verdict': 'any correct rewrite',
 'obligations': ['R36', 'R18'],
 'breaks': {11: 1, 12: 1, 13: 1},
 'gb': ['GB0059', 'GB0088', 'GB0170'],
 'naive_differs_in': ['events'],
 'unsafe': ['compiled-exception-type', 'compiled-silent']}
