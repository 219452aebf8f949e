"""The shift in whole steps; int() cuts towards zero, before the remainder is taken."""

import torch

from fxkit import randn, sweep


@torch.compile
def wrapped(x, drift):
    steps = int(drift.sum().item())
    lag = steps % 4
    return x * lag + steps // 2


def cases():
    yield from sweep(wrapped, lambda: (randn(4), torch.tensor([2.25, 0.5])), "base grad", tag="ahead-")
    yield from sweep(wrapped, lambda: (randn(4), torch.tensor([-2.25, -0.5])), "base", tag="behind-")
    yield from sweep(wrapped, lambda: (randn(4), torch.tensor([-0.25, -0.5])), "base", tag="slow-")

EXPECT = {'topic': 'rnn',
 'verdict': 'any correct rewrite',
 'obligations': ['O15'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['values'],
 'unsafe': []}
