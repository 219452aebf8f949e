"""hypot at the origin in the untaken arm."""

import torch

from fxkit import randn, sweep


@torch.compile
def distance(dx, dy):
    if (dx.abs() + dy.abs()).amin() > 0:
        a = torch.hypot(dy, dx)
    else:
        a = dx - dy
    return a * 2.0


def cases():
    yield from sweep(distance, lambda: (randn(4), randn(4, seed=1)), "base grad")
    yield from sweep(distance, lambda: (torch.zeros(4), torch.zeros(4)), "base grad", tag="origin-")

EXPECT = {'topic': 'detection',
 'verdict': 'any correct rewrite',
 'obligations': ['O9'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['nan positions'],
 'unsafe': ['no-training']}
