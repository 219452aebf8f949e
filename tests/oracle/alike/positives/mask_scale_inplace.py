"""Masked in-place products and sums on a fresh tensor."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def soften(x, knee):
    y = x * 1.0
    over = y > knee
    y[over] *= 0.25
    y[~over] -= 1.0
    return y


def cases():
    yield from sweep(soften, lambda: (randn(6), 0.3), "base pos neg nan inf zero half f64 empty")

EXPECT = {'topic': 'quantisation',
 'rewrites': ['R31'],
 'breaks': {13: 1, 14: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
