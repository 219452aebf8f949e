"""The guard reads the number twice, once for the message."""

import math

import torch

from fxkit import randn, sweep


@torch.compile
def total_loss(pred, target):
    loss = ((pred - target) * 2.0).abs().sum()
    value = loss.item()
    if not math.isfinite(value):
        raise FloatingPointError("loss is %s" % value)
    return loss + 1.0


def cases():
    yield from sweep(total_loss, lambda: (randn(4), randn(4, seed=2)), "base nan inf half f64 grad big nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'loss',
 'rewrites': ['R18', 'R22'],
 'breaks': {13: 1, 15: 1},
 'gb': ['GB0088', 'GB0124'],
 'skips': 1,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'compiled-exception-type', 'grad-close']}
