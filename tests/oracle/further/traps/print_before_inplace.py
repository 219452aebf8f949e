"""The print shows the tensor before it is changed in place."""

import torch

from fxkit import randn, sweep


@torch.compile
def show(x):
    y = x + 1.0
    print("before", y.detach().sum().item())
    y.mul_(2.0)
    return y


def cases():
    yield from sweep(show, lambda: (randn(3),), "base")

EXPECT = {'topic': 'detection',
 'verdict': 'any correct rewrite',
 'obligations': ['R36', 'O2'],
 'breaks': {11: 2},
 'gb': ['GB0059', 'GB0124'],
 'naive_differs_in': ['events'],
 'unsafe': ['compiled-silent']}
