"""math.isnan of a detached statistic."""

import math

import torch

from fxkit import randn, sweep


@torch.compile
def centre_returns(returns):
    base = returns.detach().sum()
    if math.isnan(base):
        out = returns * 0.5
    else:
        out = returns - base
    return out


def cases():
    yield from sweep(centre_returns, lambda: (randn(5),), "base nan inf ninf allnan zero empty half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'rl',
 'rewrites': ['R29', 'R1'],
 'breaks': {13: 1},
 'gb': ['GB0033'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
