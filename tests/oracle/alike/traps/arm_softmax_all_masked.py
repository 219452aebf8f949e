"""The softmax of a row of -inf is NaN; the other arm serves that row."""

import torch

from fxkit import randn, sweep


@torch.compile
def weights(scores):
    if scores.isfinite().any():
        w = scores.softmax(-1)
    else:
        w = scores.clamp(min=0.0)
    return w


def cases():
    yield from sweep(weights, lambda: (randn(5),), "base grad")
    yield from sweep(weights, lambda: (torch.full((5,), float("-inf")),), "base grad", tag="masked-")

EXPECT = {'topic': 'attention',
 'verdict': 'any correct rewrite',
 'obligations': ['O9'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['nan positions'],
 'unsafe': ['no-training']}
