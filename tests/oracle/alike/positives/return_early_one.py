"""A guard clause returns a scaled advantage."""

import torch

from fxkit import randn, sweep


@torch.compile
def advantage(ret, value):
    adv = ret - value
    if adv.abs().mean() < 0.5:
        return adv * 4.0
    adv = adv * 0.5
    return adv + 0.125


def cases():
    yield from sweep(advantage, lambda: (randn(5), randn(5, seed=1)), "base big inf nan zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(advantage, lambda: (randn(5), randn(5) + 0.1), "base half grad", tag="near-")

EXPECT = {'topic': 'rl',
 'rewrites': ['R6'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
