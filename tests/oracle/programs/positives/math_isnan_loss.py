"""math.isnan of the loss zeroes it."""

import math

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def safe_loss(pred, target):
    loss = (pred - target).pow(2).mean()
    if math.isnan(loss):
        loss = torch.zeros_like(loss)
    return loss + pred.amax()


def cases():
    yield from sweep(safe_loss, lambda: (randn(4), randn(4, seed=1)), "base nan inf zero big half f64")

EXPECT = {'topic': 'loss',
 'rewrites': ['R29'],
 'breaks': {14: 1},
 'gb': ['GB0033'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
