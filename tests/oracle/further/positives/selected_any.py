"""any() over a boolean selection."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def reward_hits(x, correct, valid):
    hit = correct[valid].any()
    return x * hit


def cases():
    yield from sweep(reward_hits, lambda: (randn(6), bools(6), bools(6, seed=1)), "base true false nan half f64 grad empty")
    yield from sweep(reward_hits, lambda: (randn(3), torch.tensor([True, False, True]), torch.tensor([False, True, False])), "base grad", tag="miss-")

EXPECT = {'topic': 'metrics',
 'rewrites': ['R30'],
 'breaks': {10: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'grad-close']}
