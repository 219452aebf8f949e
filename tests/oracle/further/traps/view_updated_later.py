"""When the test fails the name is still a view of the argument, which is then written."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def settle(x):
    flat = x.view(-1)
    if x.sum() > 0:
        flat = flat * 2.0
    flat.add_(1.0)
    return flat * 3.0


def cases():
    yield from sweep(settle, lambda: (randn(2, 3),), "pos neg")

EXPECT = {'topic': 'norm',
 'verdict': 'any correct rewrite',
 'obligations': ['O11'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['values'],
 'unsafe': ['fresh-result']}
