"""The printed tensor is changed in place later."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def report(x):
    y = x * 2.0
    print(y)
    y.add_(1.0)
    return y * 3.0


def cases():
    yield from sweep(report, lambda: (randn(3),), "base zero")

EXPECT = {'topic': 'metrics',
 'verdict': 'any correct rewrite',
 'obligations': ['R36'],
 'breaks': {12: 1},
 'gb': ['GB0059'],
 'naive_differs_in': ['events'],
 'unsafe': ['compiled-silent']}
