"""The float sum over a boolean selection divides by the number selected."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
@torch.no_grad()
def masked_mean(loss, valid):
    picked = loss[valid]
    return picked.sum() / (picked.numel() + 1)


def cases():
    yield from sweep(masked_mean, lambda: (randn(3, 4), bools(3, 4)), "base true false nan inf f64 empty")

EXPECT = {'topic': 'metrics',
 'rewrites': ['R30'],
 'breaks': {11: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['close'],
 'unsafe': ['close', 'grad-close']}
