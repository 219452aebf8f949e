"""A predicate of shape (1,) would give the scalar loss a dimension."""

import torch

from fxkit import randn, sweep


@torch.compile
def hinge(x, margin):
    loss = x.mean()
    if margin < 0:
        loss = loss * 2.0
    return loss


def cases():
    yield from sweep(hinge, lambda: (randn(4), torch.tensor([-1.0])), "base grad")
    yield from sweep(hinge, lambda: (randn(4), torch.tensor([1.0])), "base", tag="pos-")

EXPECT = {'topic': 'loss',
 'verdict': 'any correct rewrite',
 'obligations': ['O1', 'O8'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['shape'],
 'unsafe': []}
