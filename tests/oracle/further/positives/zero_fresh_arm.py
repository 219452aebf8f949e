"""zero_() on a fresh tensor when the episode ended."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def bootstrap(value, reward, done):
    nxt = value * 0.99
    if done.all():
        nxt.zero_()
    return reward + nxt


def cases():
    yield from sweep(bootstrap, lambda: (randn(5), randn(5, seed=1), bools(5)), "base true false nan nan+true inf half f64 empty")

EXPECT = {'topic': 'rl',
 'rewrites': ['R9', 'R2'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
