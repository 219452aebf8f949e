"""A Python division by zero raises, a tensor division does not."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def inverse_rate(grad):
    rate = 1.0 / grad.abs().max().item()
    return grad * rate


def cases():
    yield from sweep(inverse_rate, lambda: (randn(4),), "base zero")

EXPECT = {'topic': 'optimiser',
 'verdict': 'any correct rewrite',
 'obligations': ['R22', 'O4'],
 'breaks': {11: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['exception', 'type'],
 'unsafe': ['close', 'grad-close']}
