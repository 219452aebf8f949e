"""The negative entries are scaled in place on a fresh tensor."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def leak(gates):
    out = gates + 0.0
    neg = out < 0
    out[neg] = out[neg] * 0.1
    return out


def cases():
    yield from sweep(leak, lambda: (randn(7),), "base pos neg nan inf ninf zero negzero half f64 empty")

EXPECT = {'topic': 'moe',
 'rewrites': ['R32'],
 'breaks': {13: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
