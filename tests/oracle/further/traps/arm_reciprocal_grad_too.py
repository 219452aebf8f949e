"""A reciprocal of zero in the untaken arm."""

import torch

from fxkit import rand, sweep


@torch.compile
def inverse(w):
    if (w != 0).all():
        y = 1.0 / w
    else:
        y = w + 1.0
    return y


def cases():
    yield from sweep(inverse, lambda: (rand(4) + 0.5,), "grad zero+grad base")

EXPECT = {'topic': 'loss',
 'verdict': 'any correct rewrite',
 'obligations': ['O9'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['nan positions'],
 'unsafe': ['no-training']}
