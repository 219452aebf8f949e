"""An assert with `or` between two tensor tests."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def requantise(values, scale):
    assert (scale > 0).all() or (scale < 0).all(), "mixed scale signs"
    return torch.round(values / scale) * scale


def cases():
    yield from sweep(requantise, lambda: (randn(5), rand(5) + 0.5), "base nan inf zero big half f64 grad")
    yield from sweep(requantise, lambda: (randn(5), -rand(5) - 0.5), "base half", tag="flipped-")

EXPECT = {'topic': 'quantisation',
 'rewrites': ['R19'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-exception-type']}
