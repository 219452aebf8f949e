"""Adding zero instead of nothing loses the sign of zero."""

import torch

from fxkit import randn, sweep


@torch.compile
def offset(x, shift):
    y = x * 1.0
    if shift.max() > 0.5:
        y += shift
    return y


def cases():
    yield from sweep(offset, lambda: (randn(3), torch.tensor([0.1, 0.2, 0.3])), "base negzero")
    yield from sweep(offset, lambda: (randn(3), torch.tensor([0.1, 0.9, 0.3])), "base", tag="on-")

EXPECT = {'topic': 'norm',
 'verdict': 'any correct rewrite',
 'obligations': ['R9', 'R1'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['sign of zero'],
 'unsafe': []}
