"""An operator expression of 0-d bool tensors as the test."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def flip(boxes, wide, tall):
    out = boxes + 0.5
    if wide.any() ^ tall.any():
        out = -out
    elif ~wide.all() & tall.all():
        out = out * 3.0
    return out


def cases():
    yield from sweep(flip, lambda: (randn(2, 4), bools(3), bools(3, seed=2)), "base false true nan half f64 grad")
    yield from sweep(flip, lambda: (randn(2, 4), bools(3, p=0.0), bools(3, p=1.0)), "base grad", tag="one-")
    yield from sweep(flip, lambda: (randn(2, 4), torch.tensor([True, False]), torch.tensor([True, True])), "base half", tag="tall-")

EXPECT = {'topic': 'detection',
 'rewrites': ['R2'],
 'breaks': {11: 1, 13: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
