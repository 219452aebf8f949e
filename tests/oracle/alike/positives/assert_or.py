"""`assert a or b` on two tensor tests."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def weighting(loss, weight):
    assert (weight >= 0).all() or weight.sum() > 0, "weights cancel"
    return loss * weight


def cases():
    yield from sweep(weighting, lambda: (randn(4), rand(4)), "base nan inf half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(weighting, lambda: (randn(4), torch.tensor([-1.0, 2.0, 0.5, 0.0])), "base half", tag="mixed-")

EXPECT = {'topic': 'loss',
 'rewrites': ['R19'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-exception-type']}
