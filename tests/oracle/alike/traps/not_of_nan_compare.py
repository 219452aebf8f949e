"""`not a > b` is not `a <= b` for NaN."""

import torch

from fxkit import randn, sweep


@torch.compile
def gate(x, limit):
    if not x.sum() > limit:
        y = x * 2.0
    else:
        y = x + 1.0
    return y


def cases():
    yield from sweep(gate, lambda: (randn(3), 0.5), "base pos neg nan")

EXPECT = {'topic': 'loss',
 'verdict': 'any correct rewrite',
 'obligations': ['O1'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['values'],
 'unsafe': []}
