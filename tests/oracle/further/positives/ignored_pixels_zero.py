"""Ignored pixels are removed from the loss when the count says that there are some."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def dense_loss(pred, depth, valid):
    err = (pred - depth).abs()
    if valid.sum() < valid.numel():
        err = err.masked_fill(~valid, 0.0)
    return err.sum(-1)


def cases():
    yield from sweep(dense_loss, lambda: (randn(3, 4), randn(3, 4, seed=1), bools(3, 4)), "base true false nan inf half f64 true+grad grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'loss',
 'rewrites': ['R15', 'R33'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
