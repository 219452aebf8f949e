"""equal_nan=True must survive the rewrite."""

import torch

from fxkit import sweep


@torch.compile
def stable(a, b):
    if torch.allclose(a, b, equal_nan=True):
        y = a * 2.0
    else:
        y = a - b
    return y


def cases():
    yield from sweep(stable, lambda: (torch.tensor([1.0, float("nan")]), torch.tensor([1.0, float("nan")])), "base")
    yield from sweep(stable, lambda: (torch.tensor([1.0, 2.0]), torch.tensor([1.0, 3.0])), "base", tag="far-")

EXPECT = {'topic': 'metrics',
 'verdict': 'any correct rewrite',
 'obligations': ['R20'],
 'breaks': {10: 1},
 'gb': ['GB0033'],
 'naive_differs_in': ['values'],
 'unsafe': []}
