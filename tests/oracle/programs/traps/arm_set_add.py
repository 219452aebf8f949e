"""An arm adds a name to the caller's set."""

import torch

from fxkit import randn, sweep


@torch.compile
def watch(x, seen):
    y = x + 1.0
    if y.max() > 2.0:
        seen.add("hot")
        y = y * 0.5
    return y


def cases():
    yield from sweep(watch, lambda: (randn(4), set()), "base small big neg")

EXPECT = {'topic': 'metrics',
 'verdict': 'any correct rewrite',
 'obligations': ['O3'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['length'],
 'unsafe': []}
