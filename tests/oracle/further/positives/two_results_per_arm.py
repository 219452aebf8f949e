"""Each arm computes a pair, the second from the first."""

import torch

from fxkit import randn, sweep


@torch.compile
def target(value, reward):
    if reward.sum() > 0:
        ret = value * 0.9 + reward
        adv = ret - value
    else:
        ret = value - reward
        adv = ret * 0.5
    return ret, adv


def cases():
    yield from sweep(target, lambda: (randn(4), randn(4, seed=1)), "base pos neg nan inf zero half f64 grad pos+grad neg+grad nan+grad inf+grad ninf+grad")
    yield from sweep(target, lambda: (randn(4), -randn(4, seed=1)), "base grad", tag="flipped-")

EXPECT = {'topic': 'rl',
 'rewrites': ['R3'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
