"""A string is chosen by a tensor."""

import torch

from fxkit import randn, sweep


@torch.compile
def label(x):
    name = "high" if x.mean() > 0 else "low"
    return {name: x * 2.0}


def cases():
    yield from sweep(label, lambda: (randn(4),), "pos neg")

EXPECT = {'topic': 'metrics',
 'verdict': 'decline',
 'obligations': ['O15'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['key'],
 'unsafe': []}
