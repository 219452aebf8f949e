"""An else-less arm updates two names that were set before."""

import torch

from fxkit import randn, sweep


@torch.compile
def bootstrap(value, reward):
    ret = reward + value * 0.5
    adv = ret - value
    if adv.sum() < 0:
        shift = adv.mean()
        adv = adv - shift
        ret = ret * 0.5
    return ret, adv


def cases():
    yield from sweep(bootstrap, lambda: (randn(5), randn(5, seed=2)), "base pos neg nan inf zero half f64 empty grad pos+grad neg+grad nan+grad inf+grad ninf+grad")

EXPECT = {'topic': 'rl',
 'rewrites': ['R3'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
