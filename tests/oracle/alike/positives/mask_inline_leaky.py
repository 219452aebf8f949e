"""The mask is written out on both sides."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def leaky(x):
    y = x - 0.25
    y[y < 0] = y[y < 0] * 0.125
    return y


def cases():
    yield from sweep(leaky, lambda: (randn(2, 5),), "base pos neg nan inf ninf zero half f64 empty")

EXPECT = {'topic': 'norm',
 'rewrites': ['R32'],
 'breaks': {12: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
