"""The fill value of masked_fill is read with item."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def floor_logits(logits, banned):
    low = logits.min().item()
    return logits.masked_fill(banned, low) * 2.0


def cases():
    yield from sweep(floor_logits, lambda: (randn(6), bools(6)), "base true false neg zero inf half f64 grad")

EXPECT = {'topic': 'sampler',
 'rewrites': ['R22'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'grad-close']}
