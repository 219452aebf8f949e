"""A number carries no gradient."""

import torch

from fxkit import randn, sweep


@torch.compile
def weighted(x, w):
    s = w.sum().item()
    return x * s


def cases():
    yield from sweep(weighted, lambda: (randn(3), randn(2)), "base grad")

EXPECT = {'topic': 'loss',
 'verdict': 'any correct rewrite',
 'obligations': ['R22', 'O9'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['None or not'],
 'unsafe': []}
