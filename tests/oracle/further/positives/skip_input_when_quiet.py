"""A skip connection is added when the state is quiet."""

import torch

from fxkit import randn, sweep


@torch.compile
def carry(h, skip):
    out = h * 0.9
    if h.abs().mean() < 0.7:
        out = out + skip
    return out


def cases():
    yield from sweep(carry, lambda: (randn(2, 3), randn(2, 3, seed=4)), "base small big nan inf zero half f64 grad small+grad big+grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'rnn',
 'rewrites': ['R2'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['grad-none-zero'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
