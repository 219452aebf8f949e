"""The quadratic part of a Huber loss is written through a mask."""

import torch

from fxkit import randn, sweep


@torch.compile
def huber(pred, target):
    diff = (pred - target).abs()
    loss = diff - 0.5
    near = diff < 1.0
    loss[near] = diff[near] * diff[near] * 0.5
    return loss


def cases():
    yield from sweep(huber, lambda: (randn(3, 4), randn(3, 4, seed=1)), "base small big nan inf zero half f64")

EXPECT = {'topic': 'loss',
 'rewrites': ['R32'],
 'breaks': {13: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
