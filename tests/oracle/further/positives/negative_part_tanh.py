"""The negative part goes through tanh, the rest is scaled."""

import torch

from fxkit import randn, sweep


@torch.compile
def two_sided(x, slope):
    out = x * slope
    below = x < 0
    out[below] = torch.tanh(x[below])
    return out + 0.5


def cases():
    yield from sweep(two_sided, lambda: (randn(3, 4), 0.5), "base pos neg nan inf ninf zero negzero f64")

EXPECT = {'topic': 'norm',
 'rewrites': ['R32'],
 'breaks': {12: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
