"""The constant went through a float32 tensor."""

import torch

from fxkit import randn, sweep


@torch.compile
def blend(x, rate):
    r = torch.tensor(rate).item()
    return x * r


def cases():
    yield from sweep(blend, lambda: (randn(5), 0.1), "base f64")

EXPECT = {'topic': 'diffusion',
 'verdict': 'any correct rewrite',
 'obligations': ['R21'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['values'],
 'unsafe': []}
