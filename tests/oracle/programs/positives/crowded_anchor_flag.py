"""A flag is read with .item() and tested once."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def adjust(offsets, overlap):
    crowded = (overlap > 0.7).any().item()
    if crowded:
        out = offsets * 0.25
    else:
        out = offsets + 0.25
    return out


def cases():
    yield from sweep(adjust, lambda: (randn(4, 2), rand(4)), "base nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(adjust, lambda: (randn(4, 2), rand(4) * 0.5), "base half grad", tag="loose-")
    yield from sweep(adjust, lambda: (randn(4, 2), rand(4) + 1), "base half grad", tag="tight-")

EXPECT = {'topic': 'detection',
 'rewrites': ['R22', 'R1'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
