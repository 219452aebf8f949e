"""int() cuts the fraction off a float statistic."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def shift(x):
    zero_point = int(x.abs().sum())
    return x - zero_point


def cases():
    yield from sweep(shift, lambda: (randn(5),), "base pos")

EXPECT = {'topic': 'quantisation',
 'verdict': 'any correct rewrite',
 'obligations': ['R22'],
 'breaks': {11: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['values'],
 'unsafe': ['close', 'grad-close']}
