"""A log record with lazily formatted arguments under a tensor test."""

import logging

import torch

from fxkit import randn, sweep


logger = logging.getLogger("rollout")


@torch.compile
def clip_reward(reward):
    scaled = reward * 0.1
    bad = torch.isnan(scaled).sum()
    if bad > 0:
        logger.warning("%d of %d rewards are NaN", bad.item(), scaled.numel())
    return scaled.clamp(-1.0, 1.0)


def cases():
    yield from sweep(clip_reward, lambda: (randn(5),), "base nan allnan inf half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'rl',
 'rewrites': ['R36', 'R17'],
 'breaks': {17: 1, 18: 2},
 'gb': ['GB0124', 'GB0170', 'GB0291'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-silent', 'finite-grad', 'fresh-result', 'grad-none-zero', 'log-site', 'requires-grad']}
