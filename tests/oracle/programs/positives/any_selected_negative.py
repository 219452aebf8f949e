"""Selected edge weights are checked for negative entries."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def rectify(weight, active):
    w = weight + 0.5
    if (w[active] < 0).any():
        w = w.clamp(min=0.0)
    return w


def cases():
    yield from sweep(rectify, lambda: (randn(5), bools(5)), "base true false neg pos nan half grad inf+grad")

EXPECT = {'topic': 'gnn',
 'rewrites': ['R30', 'R1'],
 'breaks': {11: 2},
 'gb': ['GB0036', 'GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
