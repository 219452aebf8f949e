"""An elif chain picks one of three step sizes."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def pace(direction, losses):
    level = losses.mean()
    if level > 1.0:
        step = direction * 0.1
    elif level > 0.25:
        step = direction * 0.5
    else:
        step = direction + 0.125
    return step - 1.0


def cases():
    yield from sweep(pace, lambda: (randn(6), rand(4)), "base nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(pace, lambda: (randn(6), rand(4) + 2), "base grad", tag="high-")
    yield from sweep(pace, lambda: (randn(6), rand(4) * 0.1), "base half grad", tag="low-")

EXPECT = {'topic': 'scheduler',
 'rewrites': ['R4', 'R1'],
 'breaks': {11: 1, 13: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
