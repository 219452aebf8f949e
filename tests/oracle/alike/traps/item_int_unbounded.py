"""The square of a Python integer does not overflow."""

import torch

from fxkit import randn, sweep


@torch.compile
def capacity(x, tokens):
    n = tokens.sum().item()
    return x / float(n * n)


def cases():
    yield from sweep(capacity, lambda: (randn(3), torch.tensor([4_000_000_000, 1])), "base")
    yield from sweep(capacity, lambda: (randn(3), torch.tensor([4, 1])), "base", tag="few-")

EXPECT = {'topic': 'moe',
 'verdict': 'any correct rewrite',
 'obligations': ['R22'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['values'],
 'unsafe': []}
