"""A mask and its complement are written from two tensors."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def quantile_loss(err, tau):
    out = torch.empty_like(err)
    over = err >= 0
    out[over] = err[over] * tau
    out[~over] = err[~over] * (tau - 1.0)
    return out


def cases():
    yield from sweep(quantile_loss, lambda: (randn(6), 0.25), "base pos neg nan inf zero half f64 empty")

EXPECT = {'topic': 'loss',
 'rewrites': ['R32'],
 'breaks': {13: 1, 14: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
