"""Mean over the tokens that count."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
@torch.no_grad()
def token_loss(nll, keep):
    mean = nll[keep].mean()
    return nll - mean


def cases():
    yield from sweep(token_loss, lambda: (randn(64), bools(64)), "base true false neg zero f64")

EXPECT = {'topic': 'loss',
 'rewrites': ['R30'],
 'breaks': {11: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['close'],
 'unsafe': ['close', 'grad-close']}
