"""The size of a boolean selection is a divisor."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def normalise(loss, valid):
    n = max(loss[valid].numel(), 1)
    return loss / n


def cases():
    yield from sweep(normalise, lambda: (randn(3, 4), bools(3, 4)), "base true false nan inf half f64 grad nan+grad empty inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'loss',
 'rewrites': ['R30', 'R33'],
 'breaks': {10: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 1,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
