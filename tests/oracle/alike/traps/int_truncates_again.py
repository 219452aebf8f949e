"""int() goes towards zero, floor does not."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def offset(x, drift):
    k = int(drift.sum())
    return x + k


def cases():
    yield from sweep(offset, lambda: (randn(3), torch.tensor([1.0, 1.5])), "base half")
    yield from sweep(offset, lambda: (randn(3), torch.tensor([-1.0, -1.5])), "base", tag="neg-")

EXPECT = {'topic': 'scheduler',
 'verdict': 'any correct rewrite',
 'obligations': ['R23'],
 'breaks': {11: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['values'],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
