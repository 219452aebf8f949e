"""The bootstrap value is dropped when every episode of the batch has ended."""

import torch

from fxkit import bools, randn, sweep


GAMMA = 0.99


@torch.compile
def td_target(reward, value, done):
    nxt = torch.roll(value, -1, dims=0) * GAMMA
    if done.all():
        target = reward + nxt * 0.0
    else:
        target = reward + nxt
    return target


def cases():
    yield from sweep(td_target, lambda: (randn(5), randn(5, seed=1), bools(5)), "base true false nan inf half f64 empty grad true+grad nan+grad inf+grad true+inf+grad")

EXPECT = {'topic': 'rl',
 'rewrites': ['R1'],
 'breaks': {14: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
