"""The tensor updated in the arm is a view of another one that is returned."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def patch(feat):
    whole = feat * 1.0
    head = whole[:2]
    if head.sum() > 0:
        head.mul_(3.0)
    return whole, head + 1.0


def cases():
    yield from sweep(patch, lambda: (randn(4, 2),), "pos neg")

EXPECT = {'topic': 'gnn',
 'verdict': 'any correct rewrite',
 'obligations': ['O11', 'R9'],
 'breaks': {13: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['values'],
 'unsafe': []}
