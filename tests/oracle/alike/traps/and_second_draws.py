"""The second operand draws only when the first one is true."""

import torch

from fxkit import randn, sweep


@torch.compile
def zoneout(h, rate):
    y = h * 1.0
    if h.sum() > 0 and torch.rand(()) < rate:
        y = y * 0.0
    return y


def cases():
    yield from sweep(zoneout, lambda: (randn(3), 0.5), "pos neg")

EXPECT = {'topic': 'rnn',
 'verdict': 'any correct rewrite',
 'obligations': ['R5', 'O5'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['rng'],
 'unsafe': []}
