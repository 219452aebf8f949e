"""The spread of the inliers; PyTorch warns about a single one."""

import torch

from fxkit import sweep


@torch.compile
@torch.no_grad()
def spread(x, inlier):
    s = x[inlier].std()
    return x / (1.0 + s)


def batch(mask):
    return torch.tensor([1.0, 3.0, 7.0, 5.0]), torch.tensor(mask)


def cases():
    yield from sweep(spread, lambda: batch([True, True, False, True]), "base", tag="three-")
    yield from sweep(spread, lambda: batch([False, True, False, False]), "base", tag="one-")

EXPECT = {'topic': 'metrics',
 'verdict': 'any correct rewrite',
 'obligations': ['O6', 'R32'],
 'breaks': {11: 1},
 'gb': ['GB0036'],
 'naive_differs_in': ['events', 'nan positions'],
 'unsafe': []}
