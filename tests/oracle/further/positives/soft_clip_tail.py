"""Large advantages are flattened through a mask."""

import torch

from fxkit import randn, sweep


@torch.compile
def flatten(returns, values):
    adv = returns - values
    high = adv > 1.0
    adv[high] = adv[high] * 0.1 + 0.9
    return adv


def cases():
    yield from sweep(flatten, lambda: (randn(7), randn(7, seed=2)), "base big small nan inf zero half f64 empty grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'rl',
 'rewrites': ['R32'],
 'breaks': {12: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
