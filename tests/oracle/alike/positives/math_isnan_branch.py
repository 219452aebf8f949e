"""math.isnan of a 0-d loss decides a conditional expression."""

import math

import torch

from fxkit import randn, sweep


@torch.compile
def safe_loss(pred, target):
    err = (pred - target).abs()
    bad = math.isnan(err.sum())
    out = err * 2.0 if not bad else target + 1.0
    return out


def cases():
    yield from sweep(safe_loss, lambda: (randn(4), randn(4, seed=2)), "base nan inf ninf zero half f64")

EXPECT = {'topic': 'loss',
 'rewrites': ['R29', 'R1'],
 'breaks': {13: 1},
 'gb': ['GB0033'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
