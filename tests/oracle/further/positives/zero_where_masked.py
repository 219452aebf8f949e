"""A scalar written through a mask."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def mute(spec, quiet):
    out = spec + 1.0
    rows = quiet.nonzero(as_tuple=True)
    out[rows] = 0.0
    return out * 2.0


def cases():
    yield from sweep(mute, lambda: (randn(3, 4), bools(3, 4)), "base true false nan half f64 grad true+grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'sampler',
 'rewrites': ['R31'],
 'breaks': {11: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
