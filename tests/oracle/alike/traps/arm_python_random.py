"""Python's random module is used in one arm."""

import random

import torch

from fxkit import randn, sweep


@torch.compile
def jitter(x):
    y = x * 2.0
    if y.sum() > 0:
        y = y + random.random()
    return y


def cases():
    def fresh():
        random.seed(5)
        return (randn(3),)

    yield from sweep(jitter, fresh, "neg pos")

EXPECT = {'topic': 'sampler',
 'verdict': 'any correct rewrite',
 'obligations': ['O5'],
 'breaks': {13: 1, 14: 1},
 'gb': ['GB0007', 'GB0170'],
 'naive_differs_in': ['rng'],
 'unsafe': []}
