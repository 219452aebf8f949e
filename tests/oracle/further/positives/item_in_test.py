"""A statistic is read with .item() inside the test."""

import torch

from fxkit import randn, sweep


@torch.compile
def clip_rewards(rewards):
    r = rewards * 2.0
    if rewards.abs().max().item() > 1.5:
        r = r.clamp(-1.0, 1.0)
    else:
        r = r - 0.5
    return r


def cases():
    yield from sweep(clip_rewards, lambda: (randn(5),), "base small big nan inf ninf zero half f64 small+grad grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'rl',
 'rewrites': ['R22', 'R1'],
 'breaks': {11: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
