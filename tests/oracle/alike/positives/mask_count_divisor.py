"""The number of selected elements as a divisor."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def masked_mse(err, mask):
    n = err[mask].numel()
    return err * err / max(n, 1)


def cases():
    yield from sweep(masked_mse, lambda: (randn(3, 4), bools(3, 4)), "base true false nan inf half f64 grad")

EXPECT = {'topic': 'loss',
 'rewrites': ['R30'],
 'breaks': {10: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'grad-close']}
