"""A view taken before the masked write must see it."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
@torch.no_grad()
def split_outliers(weight, outlier):
    q = torch.round(weight * 4.0)
    first = q[0]
    q[outlier] = weight[outlier]
    return q, first + 0.5


def cases():
    yield from sweep(split_outliers, lambda: (randn(2, 3), bools(2, 3)), "base true false")

EXPECT = {'topic': 'quantisation',
 'verdict': 'any correct rewrite',
 'obligations': ['R31', 'O11'],
 'breaks': {13: 1},
 'gb': ['GB0036'],
 'naive_differs_in': ['values'],
 'unsafe': ['fresh-result']}
