"""One arm returns a view of the input."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def fold(x):
    if x.sum() > 0:
        return x.reshape(4)
    return x.reshape(4) * 2.0


def cases():
    yield from sweep(fold, lambda: (randn(2, 2),), "pos neg")

EXPECT = {'topic': 'attention',
 'verdict': 'any correct rewrite',
 'obligations': ['O12', 'R1'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['alias'],
 'unsafe': []}
