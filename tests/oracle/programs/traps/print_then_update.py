"""The printed tensor is updated in place further down."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def track(best, current):
    best = best * 1.0
    print("best so far", best)
    best.copy_(torch.maximum(best, current))
    return best.sum()


def cases():
    yield from sweep(track, lambda: (randn(3), randn(3, seed=1)), "base neg pos")

EXPECT = {'topic': 'metrics',
 'verdict': 'any correct rewrite',
 'obligations': ['R36'],
 'breaks': {12: 1},
 'gb': ['GB0059'],
 'naive_differs_in': ['events'],
 'unsafe': ['compiled-silent']}
