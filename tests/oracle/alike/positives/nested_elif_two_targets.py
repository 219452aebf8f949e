"""Two targets through nested tests of two tensors."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def gae(adv, ret, done):
    if done.any():
        if adv.mean() > 0:
            adv, ret = adv * 0.5, ret + adv
        else:
            adv = adv - 1.0
    else:
        ret = ret * 2.0
    return adv + 0.0, ret + 0.0


def cases():
    yield from sweep(gae, lambda: (randn(4), randn(4, seed=1), bools(4)), "base pos neg true false nan half f64 pos+true+grad")

EXPECT = {'topic': 'rl',
 'rewrites': ['R10', 'R4'],
 'breaks': {10: 1, 11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
