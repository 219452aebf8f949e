"""len() of one-argument where decides between two forms of a triplet loss."""

import torch

from fxkit import randn, sweep


@torch.compile
def triplet(near, far):
    gap = near - far
    hard = torch.where(gap > 0)[0]
    if len(hard) > 0:
        out = gap + 0.2
    else:
        out = gap * 0.1
    return out


def cases():
    yield from sweep(triplet, lambda: (randn(5), randn(5, seed=1)), "base nan inf half f64 empty grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(triplet, lambda: (randn(5), randn(5, seed=1).abs() + 5.0), "base grad", tag="easy-")

EXPECT = {'topic': 'loss',
 'rewrites': ['R1', 'R33'],
 'breaks': {11: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
