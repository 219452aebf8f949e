"""The compiled function calls a helper of the module that branches."""

import torch

from fxkit import rand, randn, sweep


def decay(lr, progress):
    if progress.amin() >= 0.5:
        new = lr * 0.1
    else:
        new = lr - 0.001
    return new


@torch.compile
def step(param, lr, progress):
    rate = decay(lr + 0.01, progress)
    return param - rate


def cases():
    yield from sweep(step, lambda: (randn(2, 3), rand(2, 3), rand(4)), "base nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(step, lambda: (randn(2, 3), rand(2, 3), rand(4) + 0.5), "base half grad", tag="late-")

EXPECT = {'topic': 'scheduler',
 'rewrites': ['R1'],
 'breaks': {9: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
