"""A fraction read as a Python float scales the bootstrap term."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def td_target(reward, next_value, done, gamma=0.9):
    alive = 1.0 - done.float().mean().item()
    return reward + gamma * alive * next_value


def cases():
    yield from sweep(td_target, lambda: (randn(6), randn(6, seed=1), bools(6)), "base true false nan inf zero f64 half bf16 grad nan+grad inf+grad ninf+grad")

EXPECT = {'topic': 'rl',
 'rewrites': ['R22'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'grad-close']}
