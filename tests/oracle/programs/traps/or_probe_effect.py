"""The second operand counts its calls and runs only when the first is false."""

import torch

from fxkit import randn, sweep


class Patience:
    def __init__(self):
        self.asked = 0

    def exhausted(self, x):
        self.asked += 1
        return x.mean() < -0.5


@torch.compile
def maybe_reset(x, patience):
    y = x + 0.0
    if (y > 2.0).any() or patience.exhausted(y):
        y = y * 0.1
    return y


def cases():
    yield from sweep(maybe_reset, lambda: (randn(3), Patience()), "pos+big neg small")

EXPECT = {'topic': 'rl',
 'verdict': 'any correct rewrite',
 'obligations': ['O2', 'R5'],
 'breaks': {20: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['value'],
 'unsafe': []}
