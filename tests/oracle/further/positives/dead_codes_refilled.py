"""Rows of unused codes are filled through nonzero."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def revive(codes, usage):
    out = codes * 2.0
    dead = (usage < 0.4).nonzero(as_tuple=True)
    out[dead] = 0.5
    return out


def cases():
    yield from sweep(revive, lambda: (randn(4, 3), rand(4)), "base nan inf half f64 empty grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(revive, lambda: (randn(4, 3), rand(4) + 1.0), "base grad", tag="used-")

EXPECT = {'topic': 'quantisation',
 'rewrites': ['R31'],
 'breaks': {11: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
