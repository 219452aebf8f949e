"""The fill value of masked_fill is read with .item()."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def block(logits, blocked):
    floor = logits.detach().min().item()
    return logits.masked_fill(blocked, floor) + 1.0


def cases():
    yield from sweep(block, lambda: (randn(2, 5), bools(2, 5)), "base true false pos neg nan ninf zero half f64 grad true+grad false+grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'sampler',
 'rewrites': ['R22'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'grad-close']}
