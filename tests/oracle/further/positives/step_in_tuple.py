"""A 0-d integer tensor is looked up in a tuple."""

import torch

from fxkit import randn, sweep


@torch.compile
def warm(x, ramp, step):
    if step in (0, 1):
        y = ramp * 0.5
    else:
        y = x + 1.0
    return y


def cases():
    yield from sweep(warm, lambda: (randn(3, 2), randn(3, 2, seed=1), torch.tensor(1)), "base nan inf half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(warm, lambda: (randn(3, 2), randn(3, 2, seed=1), torch.tensor(4)), "base half grad", tag="later-")

EXPECT = {'topic': 'scheduler',
 'rewrites': ['R44', 'R1'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['grad-none-zero'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
