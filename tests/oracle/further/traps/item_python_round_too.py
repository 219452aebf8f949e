"""round() of a Python float is not torch.round with decimals."""

import torch

from fxkit import randn, sweep


@torch.compile
def snap(x, scale):
    s = round(scale.max().item(), 1)
    return x * s


def cases():
    yield from sweep(snap, lambda: (randn(4), torch.tensor([0.1, 0.35])), "base")
    yield from sweep(snap, lambda: (randn(4), torch.tensor([0.1, 0.62])), "base", tag="plain-")

EXPECT = {'topic': 'quantisation',
 'verdict': 'any correct rewrite',
 'obligations': ['R22'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['values'],
 'unsafe': ['close', 'grad-close']}
