"""The first arm does nothing."""

import torch

from fxkit import randn, sweep


@torch.compile
def rebalance(load):
    share = load + 0.5
    if share.max() < 2.0:
        pass
    else:
        share = share / 4.0
    return share


def cases():
    yield from sweep(rebalance, lambda: (randn(5),), "base pos neg small big nan inf zero half f64 grad big+grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'moe',
 'rewrites': ['R2'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
