"""One arm counts in a module global."""

import torch

from fxkit import randn, sweep


HOT = 0


@torch.compile
def observe(x):
    global HOT
    y = x * 2.0
    if y.max() > 1.0:
        HOT += 1
        y = y * 0.5
    return y


def cases():
    yield from sweep(observe, lambda: (randn(4),), "pos neg")

EXPECT = {'topic': 'metrics',
 'verdict': 'any correct rewrite',
 'obligations': ['O3', 'R43'],
 'breaks': {15: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['value'],
 'unsafe': []}
