"""int() cuts towards zero, floor does not."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def shift_to_zero(x, scale):
    q = x / scale
    zero_point = int(q.min())
    return q - zero_point


def cases():
    yield from sweep(shift_to_zero, lambda: (randn(4), 0.3), "base pos neg")

EXPECT = {'topic': 'quantisation',
 'verdict': 'any correct rewrite',
 'obligations': ['R22', 'R29'],
 'breaks': {12: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['values'],
 'unsafe': ['close']}
