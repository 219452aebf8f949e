"""Missing values in the same place count as close."""

import torch

from fxkit import randn, sweep


@torch.compile
def agree(pred, again):
    if torch.allclose(pred, again, equal_nan=True):
        out = pred * 2.0
    else:
        out = pred - again
    return out


def cases():
    yield from sweep(agree, lambda: (randn(4), randn(4)), "base nan")
    yield from sweep(agree, lambda: (torch.tensor([1.0, float("nan")]), torch.tensor([1.0, float("nan")])), "base", tag="both-")

EXPECT = {'topic': 'metrics',
 'verdict': 'any correct rewrite',
 'obligations': ['R20'],
 'breaks': {10: 1},
 'gb': ['GB0033'],
 'naive_differs_in': ['values'],
 'unsafe': []}
