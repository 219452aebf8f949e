"""logsumexp of rows of minus infinity in the untaken arm."""

import torch

from fxkit import randn, sweep


@torch.compile
def partition(x):
    y = x - 1.0
    if torch.isfinite(y).all():
        z = torch.logsumexp(y, dim=-1)
    else:
        z = y.amax(dim=-1)
    return z


def cases():
    yield from sweep(partition, lambda: (randn(2, 3),), "base grad")
    yield from sweep(partition, lambda: (torch.full((2, 3), float("-inf")),), "base grad", tag="masked-")

EXPECT = {'topic': 'loss',
 'verdict': 'any correct rewrite',
 'obligations': ['O9'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['nan positions'],
 'unsafe': ['no-training']}
