"""torch.maximum shares the gradient at a tie."""

import torch

from fxkit import randn, sweep


@torch.compile
def upper(a, b):
    x = a.sum()
    y = b.sum()
    if y > x:
        x = y
    return x * 2.0


def cases():
    yield from sweep(upper, lambda: (randn(2), randn(2, seed=1)), "base grad zero")
    yield from sweep(upper, lambda: (torch.ones(2), torch.ones(2)), "base grad", tag="tie-")

EXPECT = {'topic': 'loss',
 'verdict': 'any correct rewrite',
 'obligations': ['R15'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['values'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
