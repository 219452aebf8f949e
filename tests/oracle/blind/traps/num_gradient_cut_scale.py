"""The largest magnitude normalises the batch and is a constant for autograd."""

import torch

from fxkit import randn, sweep


def largest(x):
    return x.detach().abs().max().item()


def spread(x):
    return x.max().item() - x.min().item()


@torch.compile
def normalise(x):
    return x / (largest(x) + 1.0) * spread(x)


def cases():
    yield from sweep(normalise, lambda: (randn(3, 2),), "base grad")

EXPECT = {'topic': 'normalisation',
 'verdict': 'any correct rewrite',
 'obligations': ['O9'],
 'breaks': {9: 1, 13: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['values'],
 'unsafe': []}
