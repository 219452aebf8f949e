"""Bootstrapped targets when few episodes ended."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def targets(rewards, next_values, done):
    ended = done.float().mean()
    if ended > 0.5:
        target = rewards + next_values * 0.5
    else:
        target = rewards * 2.0 + next_values
    return target - 1.0


def cases():
    yield from sweep(targets, lambda: (randn(4), randn(4, seed=1), bools(4)), "base true false nan half f64 grad true+grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'rl',
 'rewrites': ['R1'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
