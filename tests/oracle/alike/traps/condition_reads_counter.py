"""The condition is a property that counts its reads; two selects read it twice."""

import torch

from fxkit import randn, sweep


class Gate:
    def __init__(self):
        self.reads = 0
        self.level = torch.zeros(())

    @property
    def limit(self):
        self.reads += 1
        return self.level + 0.5


@torch.compile
def act(x, gate):
    if x.sum() > gate.limit:
        a = x * 2.0
        b = x + 1.0
    else:
        a = x * 0.5
        b = x - 1.0
    return a, b


def cases():
    yield from sweep(act, lambda: (randn(3), Gate()), "pos neg")

EXPECT = {'topic': 'rl',
 'verdict': 'any correct rewrite',
 'obligations': ['O2'],
 'breaks': {21: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['value'],
 'unsafe': []}
