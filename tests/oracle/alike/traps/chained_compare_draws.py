"""The middle term of a chain draws; it must be evaluated once."""

import torch

from fxkit import randn, sweep


@torch.compile
def jitter(x):
    if 0.25 < torch.rand(()) < 0.75:
        y = x * 2.0
    else:
        y = x - 1.0
    return y


def cases():
    yield from sweep(jitter, lambda: (randn(3),), "base pos")

EXPECT = {'topic': 'sampler',
 'verdict': 'any correct rewrite',
 'obligations': ['R5', 'O5'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['rng', 'values'],
 'unsafe': []}
