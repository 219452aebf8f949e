"""Different augmented assignments of two fresh tensors."""

import torch

from fxkit import randn, sweep


@torch.compile
def cell(x, h):
    z = x * h
    r = x - h
    if z.abs().mean() > r.abs().mean():
        z += r
        r *= 0.5
    else:
        z -= 1.0
    return z, r


def cases():
    yield from sweep(cell, lambda: (randn(3), randn(3, seed=1)), "base big small nan inf half f64 grad big+grad")

EXPECT = {'topic': 'rnn',
 'rewrites': ['R4'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
