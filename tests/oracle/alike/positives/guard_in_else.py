"""The raise is in the else arm."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def rotate(x, cos):
    if cos.abs().max() <= 1.0:
        y = x * cos
    else:
        raise ValueError("cosine table out of range")
    return y - 1.0


def cases():
    yield from sweep(rotate, lambda: (randn(3), rand(3)), "base nan half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(rotate, lambda: (randn(3), rand(3) + 1), "base half", tag="bad-")

EXPECT = {'topic': 'attention',
 'rewrites': ['R18'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-exception-type']}
