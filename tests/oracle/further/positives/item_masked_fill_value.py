"""The value of masked_fill is read with .item()."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def floor_logits(logits, banned):
    low = logits.detach().amin().item()
    return logits.masked_fill(banned, low)


def cases():
    yield from sweep(floor_logits, lambda: (randn(2, 4), bools(2, 4)), "base true false pos neg inf zero f64 grad neg+grad true+grad")

EXPECT = {'topic': 'sampler',
 'rewrites': ['R22'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'grad-close']}
