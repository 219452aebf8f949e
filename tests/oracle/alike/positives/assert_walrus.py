"""A walrus inside an assert binds a statistic that is used afterwards."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def affine(x, gain):
    assert (top := gain.amax()) < 8.0 and gain.amin() > -8.0, "gain out of range"
    return (x - top) * gain


def cases():
    yield from sweep(affine, lambda: (randn(2, 3), rand(3)), "base nan inf zero half f64 grad")

EXPECT = {'topic': 'norm',
 'rewrites': ['R19'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-exception-type']}
