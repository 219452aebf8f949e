"""A tensor is printed before it is updated in place."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def sgd(weight, grad):
    w = weight * 1.0
    print("before step:", w)
    w.sub_(grad)
    return w * 0.5


def cases():
    yield from sweep(sgd, lambda: (randn(3), randn(3, seed=1)), "base nan")

EXPECT = {'topic': 'optimiser',
 'verdict': 'any correct rewrite',
 'obligations': ['R36', 'O11'],
 'breaks': {12: 1},
 'gb': ['GB0059'],
 'naive_differs_in': ['events'],
 'unsafe': ['compiled-silent']}
