"""`y -= a if test else b` on a fresh tensor."""

import torch

from fxkit import randn, sweep


@torch.compile
def baseline(rewards, critic):
    adv = rewards * 0.9
    adv -= critic if critic.mean() < 0.25 else critic.clamp(max=0.5)
    return adv


def cases():
    yield from sweep(baseline, lambda: (randn(5), randn(5, seed=2)), "base pos nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(baseline, lambda: (randn(5), randn(5, seed=2) + 1.0), "base f64 grad", tag="high-")

EXPECT = {'topic': 'rl',
 'rewrites': ['R1', 'R9'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
