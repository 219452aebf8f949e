"""The printed tensor is changed in place later."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def scale_rows(x):
    y = x * 1.0
    print("first", y[0].tolist())
    y.mul_(2.0)
    return y


def cases():
    yield from sweep(scale_rows, lambda: (randn(2, 3),), "base")

EXPECT = {'topic': 'norm',
 'verdict': 'any correct rewrite',
 'obligations': ['R36'],
 'breaks': {12: 2},
 'gb': ['GB0059', 'GB0109'],
 'naive_differs_in': ['events'],
 'unsafe': ['compiled-silent']}
