"""One arm is a single value, the other a batch."""

import torch

from fxkit import randn, sweep


@torch.compile
def pool(x):
    y = x * 0.5
    if y.max() > 1.0:
        z = y.mean()
    else:
        z = y - 1.0
    return z


def cases():
    yield from sweep(pool, lambda: (randn(2, 3),), "base big small")

EXPECT = {'topic': 'diffusion',
 'verdict': 'any correct rewrite',
 'obligations': ['O8'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['shape'],
 'unsafe': []}
