"""One arm reduces, the other one does not; the select broadcasts."""

import torch

from fxkit import randn, sweep


@torch.compile
def reduce_rows(cost):
    if cost.max() > 1.0:
        out = cost.mean(1, keepdim=True)
    else:
        out = cost * 1.0
    return out


def cases():
    yield from sweep(reduce_rows, lambda: (randn(3, 4),), "big small")

EXPECT = {'topic': 'loss',
 'verdict': 'decline',
 'obligations': ['O8'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['shape'],
 'unsafe': []}
