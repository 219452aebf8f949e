"""0.1 is rounded when it goes through a float32 tensor."""

import torch

from fxkit import randn, sweep


@torch.compile
def decay(x):
    rate = torch.tensor(0.1).item()
    return x * rate


def cases():
    yield from sweep(decay, lambda: (randn(4),), "base f64")

EXPECT = {'topic': 'scheduler',
 'verdict': 'any correct rewrite',
 'obligations': ['R21'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['values'],
 'unsafe': []}
