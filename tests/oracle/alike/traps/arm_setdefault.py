"""setdefault creates the entry only when the arm runs."""

import torch

from fxkit import randn, sweep


@torch.compile
def remember(x, memory):
    y = x * 2.0
    if y.amax() > 1.0:
        y = y + memory.setdefault("bias", 1.0)
    return y


def cases():
    yield from sweep(remember, lambda: (randn(3) * 3.0, {}), "pos neg")

EXPECT = {'topic': 'rnn',
 'verdict': 'any correct rewrite',
 'obligations': ['O3'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['length'],
 'unsafe': []}
