"""An elif chain sets two names."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def zone(x, sigma):
    level = sigma.mean()
    if level > 1.0:
        keep = x * 0.25
        add = x - 1.0
    elif level > 0.6:
        keep = x * 0.5
        add = x + 0.5
    else:
        keep = x + 2.0
        add = x * 3.0
    return keep - add, add


def cases():
    yield from sweep(zone, lambda: (randn(4), rand(3)), "base nan inf half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(zone, lambda: (randn(4), rand(3) * 0.25 + 0.75), "base half grad", tag="mid-")
    yield from sweep(zone, lambda: (randn(4), rand(3) + 1.0), "base half grad", tag="high-")

EXPECT = {'topic': 'scheduler',
 'rewrites': ['R3', 'R4'],
 'breaks': {11: 1, 14: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
