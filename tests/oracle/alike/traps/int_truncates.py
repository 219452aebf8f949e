"""int() of a float statistic truncates."""

import torch

from fxkit import randn, sweep


@torch.compile
def levels(x):
    n = int(x.abs().sum())
    return x * n


def cases():
    yield from sweep(levels, lambda: (randn(4),), "base big small")

EXPECT = {'topic': 'quantisation',
 'verdict': 'any correct rewrite',
 'obligations': ['R22', 'O15'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['values'],
 'unsafe': []}
