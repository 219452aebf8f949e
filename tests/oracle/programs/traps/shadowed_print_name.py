"""The program has its own print that returns the text."""

import torch

from fxkit import randn, sweep

LINES = []


def print(*parts):
    LINES.append(" ".join(str(p) for p in parts))


@torch.compile
def traced(x):
    y = x * 2.0
    if y.sum() > 0:
        print("positive", x.shape[0])
        y = y + 1.0
    return y


def cases():
    yield from sweep(traced, lambda: (randn(3),), "pos neg")

EXPECT = {'topic': 'sampler',
 'verdict': 'any correct rewrite',
 'obligations': ['O13', 'R36'],
 'breaks': {17: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['events', 'length'],
 'unsafe': []}
