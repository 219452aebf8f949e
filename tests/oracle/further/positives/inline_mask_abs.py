"""The mask is a comparison written in the subscript."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def residual(pred, gold):
    err = pred - gold
    err[err < 0] = err[err < 0].abs()
    return err.flip(0)


def cases():
    yield from sweep(residual, lambda: (randn(6), randn(6, seed=5)), "base pos neg big nan inf ninf zero half f64")

EXPECT = {'topic': 'loss',
 'rewrites': ['R32'],
 'breaks': {12: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
