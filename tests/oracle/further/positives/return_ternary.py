"""The conditional expression is returned directly."""

import torch

from fxkit import randn, sweep


@torch.compile
def shape_reward(reward):
    r = reward - 0.5
    return r.clamp(min=0.0) if r.mean() > 0 else r * 0.1


def cases():
    yield from sweep(shape_reward, lambda: (randn(7),), "base pos neg nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'rl',
 'rewrites': ['R1'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
