"""Three ranges, three scales."""

import torch

from fxkit import randn, sweep


@torch.compile
def pick_scale(x):
    peak = x.abs().max()
    if peak > 4.0:
        y = x * 0.125
    elif peak > 1.0:
        y = x * 0.5
    else:
        y = x * 2.0
    return y


def cases():
    yield from sweep(pick_scale, lambda: (randn(5),), "base small big nan inf ninf zero half f64 grad small+grad big+grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'quantisation',
 'rewrites': ['R4', 'R1'],
 'breaks': {11: 1, 13: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
