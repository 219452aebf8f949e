"""A reciprocal at zero in the untaken arm."""

import torch

from fxkit import randn, sweep


@torch.compile
def precondition(curv):
    c = curv * 0.5
    if (c != 0).all():
        p = c.reciprocal()
    else:
        p = c + 1.0
    return p


def cases():
    yield from sweep(precondition, lambda: (randn(4),), "grad zero+grad base")

EXPECT = {'topic': 'optimiser',
 'verdict': 'any correct rewrite',
 'obligations': ['O9'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['nan positions'],
 'unsafe': ['no-training']}
