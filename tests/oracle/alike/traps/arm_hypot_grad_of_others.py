"""hypot at the origin in the untaken arm."""

import torch

from fxkit import rand, sweep


@torch.compile
def distance(dx, dy):
    if (dx.abs() + dy.abs()).min() > 0.0:
        d = torch.hypot(dx, dy)
    else:
        d = dx + dy
    return d


def cases():
    yield from sweep(distance, lambda: (torch.tensor([0.0, 1.0]), torch.tensor([0.0, 2.0])), "grad")
    yield from sweep(distance, lambda: (rand(2), rand(2, seed=1)), "base grad", tag="away-")

EXPECT = {'topic': 'detection',
 'verdict': 'any correct rewrite',
 'obligations': ['O9'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['nan positions'],
 'unsafe': ['no-training']}
