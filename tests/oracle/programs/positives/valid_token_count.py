"""The number of valid tokens comes from the selected ids."""

import torch

from fxkit import bools, ints, randn, sweep


@torch.compile
def token_penalty(loss, ids, valid):
    used = ids[valid].sum()
    return loss * 2.0 + used


def cases():
    yield from sweep(token_penalty, lambda: (randn(2, 3), ints(0, 7, 2, 3), bools(2, 3)), "base true false nan half grad empty")

EXPECT = {'topic': 'loss',
 'rewrites': ['R30'],
 'breaks': {10: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'grad-close']}
