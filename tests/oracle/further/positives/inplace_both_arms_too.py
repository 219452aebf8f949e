"""Two in-place methods on a fresh tensor."""

import torch

from fxkit import randn, sweep


@torch.compile
def centre_adv(returns, base):
    adv = returns - base
    if adv.sum() > 0:
        adv.mul_(0.5)
    else:
        adv.neg_()
    return adv


def cases():
    yield from sweep(centre_adv, lambda: (randn(5), randn(5, seed=1)), "base pos neg nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'rl',
 'rewrites': ['R9'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
