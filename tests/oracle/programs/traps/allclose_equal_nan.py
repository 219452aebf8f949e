"""equal_nan changes the verdict."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def drift(a, b):
    if torch.allclose(a, b, equal_nan=True):
        d = a * 2.0
    else:
        d = a - b
    return d


def cases():
    yield from sweep(drift, lambda: (randn(3), randn(3, seed=4)), "base")
    yield from sweep(drift, lambda: (torch.tensor([1.0, float("nan")]), torch.tensor([2.0, float("nan")])), "base", tag="a-")
    inf = float("inf")
    yield from sweep(drift, lambda: (torch.tensor([inf, float("nan")]), torch.tensor([inf, float("nan")])), "base", tag="b-")

EXPECT = {'topic': 'metrics',
 'verdict': 'any correct rewrite',
 'obligations': ['R20'],
 'breaks': {11: 1},
 'gb': ['GB0033'],
 'naive_differs_in': ['nan positions'],
 'unsafe': []}
