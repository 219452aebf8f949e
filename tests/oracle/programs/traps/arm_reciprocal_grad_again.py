"""The reciprocal is only taken when no variance is zero."""

import torch

from fxkit import rand, sweep


@torch.compile
def inverse_var(var):
    if (var != 0).all():
        inv = 1.0 / var
    else:
        inv = var + 1.0
    return inv


def cases():
    yield from sweep(inverse_var, lambda: (rand(4),), "base zero grad zero+grad")

EXPECT = {'topic': 'norm',
 'verdict': 'any correct rewrite',
 'obligations': ['O9'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['nan positions'],
 'unsafe': ['no-training']}
