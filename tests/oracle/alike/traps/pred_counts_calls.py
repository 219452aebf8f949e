"""The test is a method with a counter; the rewrite calls it for each of two names."""

import torch

from fxkit import randn, sweep


class Gate:
    def __init__(self):
        self.calls = 0

    def hot(self, t):
        self.calls += 1
        return t.sum() > 0


@torch.compile
def pair(gate, x):
    if gate.hot(x):
        a = x * 2.0
        b = x + 1.0
    else:
        a = x - 2.0
        b = x * 3.0
    return a, b


def cases():
    yield from sweep(pair, lambda: (Gate(), randn(3)), "pos neg")

EXPECT = {'topic': 'metrics',
 'verdict': 'any correct rewrite',
 'obligations': ['O2'],
 'breaks': {19: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['value'],
 'unsafe': []}
