"""The printed tensor is changed in place afterwards."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def adam_like(p, g):
    update = g * 0.1
    print("update", update)
    update.add_(p)
    return update * 2.0


def cases():
    yield from sweep(adam_like, lambda: (randn(3), randn(3, seed=1)), "base zero")

EXPECT = {'topic': 'optimiser',
 'verdict': 'any correct rewrite',
 'obligations': ['R36'],
 'breaks': {12: 1},
 'gb': ['GB0059'],
 'naive_differs_in': ['events'],
 'unsafe': ['compiled-silent']}
