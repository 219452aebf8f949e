"""One statistic is read once and used in two places."""

import torch

from fxkit import randn, sweep


@torch.compile
def rescale(rewards, values):
    r = rewards.mean().item()
    shifted = rewards - r
    return shifted, values * r


def cases():
    yield from sweep(rescale, lambda: (randn(6), randn(6, seed=1)), "base nan inf zero big f64 empty grad nan+grad neg+grad pos+grad")

EXPECT = {'topic': 'rl',
 'rewrites': ['R22'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'grad-close']}
