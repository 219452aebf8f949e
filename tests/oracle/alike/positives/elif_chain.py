"""Three scales by an elif chain."""

import torch

from fxkit import randn, sweep


@torch.compile
def scale(x):
    top = x.abs().max()
    if top > 4.0:
        y = x * 0.25
    elif top > 1.0:
        y = x * 0.5
    else:
        y = x * 2.0
    return y


def cases():
    yield from sweep(scale, lambda: (randn(2, 3),), "base big small inf nan zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'quantisation',
 'rewrites': ['R4', 'R1'],
 'breaks': {11: 1, 13: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
