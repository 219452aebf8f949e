"""Rounds after the break would draw random numbers."""

import torch

from fxkit import randn, sweep


@torch.compile
def anneal(x):
    y = x * 1.0
    for _ in range(3):
        y = y + torch.rand(3)
        if y.amax() > 1.5:
            break
    return y


def cases():
    yield from sweep(anneal, lambda: (randn(3),), "pos neg")
    yield from sweep(anneal, lambda: (torch.full((3,), 2.0),), "base", tag="done-")

EXPECT = {'topic': 'sampler',
 'verdict': 'any correct rewrite',
 'obligations': ['R7', 'O5'],
 'breaks': {13: 1},
 'gb': ['GB0170', 'GB7000'],
 'naive_differs_in': ['rng', 'values'],
 'unsafe': []}
