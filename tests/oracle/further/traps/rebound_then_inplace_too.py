"""Without the update the later in-place op reaches the argument."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def shift(x):
    y = x
    if x.sum() > 0:
        y = x * 2.0
    y.add_(1.0)
    return y * 3.0


def cases():
    yield from sweep(shift, lambda: (randn(4),), "pos neg")

EXPECT = {'topic': 'norm',
 'verdict': 'any correct rewrite',
 'obligations': ['O11', 'R2'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['values'],
 'unsafe': ['fresh-result']}
