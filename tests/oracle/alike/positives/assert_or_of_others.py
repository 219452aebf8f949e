"""`assert a or b` on two tensor tests."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def discount(reward, done):
    out = reward * 0.5
    assert (done >= 0).all() or (reward == 0).all(), "done flags"
    return out * done


def cases():
    yield from sweep(discount, lambda: (randn(4), rand(4)), "base zero nan half f64 grad")
    yield from sweep(discount, lambda: (randn(4), randn(4)), "zero", tag="flag-")

EXPECT = {'topic': 'rl',
 'rewrites': ['R19'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-exception-type']}
