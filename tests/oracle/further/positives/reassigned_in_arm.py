"""One name is set twice within an arm."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def adjust(centers, sizes):
    half = sizes * 0.5
    lo = centers - half
    if (lo < 0).all():
        box = lo + 1.0
        box = box * 2.0
        box = box.clamp(max=3.0)
    else:
        box = lo.clamp(min=0.0)
    return box


def cases():
    yield from sweep(adjust, lambda: (randn(3, 2), rand(3, 2)), "base pos neg nan inf ninf zero half f64 grad neg+grad nan+grad inf+grad ninf+grad pos+grad")

EXPECT = {'topic': 'detection',
 'rewrites': ['R3'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
