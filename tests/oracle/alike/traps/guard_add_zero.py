"""Adding an all-zero bias is not the identity: -0.0 + 0.0 is 0.0."""

import torch

from fxkit import randn, sweep


@torch.compile
def add_bias(scores, bias):
    s = scores * 0.5
    if bias.any():
        s = s + bias
    return s


def cases():
    yield from sweep(add_bias, lambda: (randn(4), torch.zeros(4)), "base negzero")
    yield from sweep(add_bias, lambda: (randn(4), randn(4, seed=1)), "base negzero", tag="bias-")

EXPECT = {'topic': 'attention',
 'verdict': 'any correct rewrite',
 'obligations': ['R15'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['sign of zero'],
 'unsafe': []}
