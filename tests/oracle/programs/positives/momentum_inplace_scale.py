"""A fresh update is damped in place when it points uphill."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def momentum_step(grad: torch.Tensor, buf: torch.Tensor, beta: float = 0.9):
    update = buf * beta + grad
    uphill = (update * grad).sum()
    if uphill < 0:
        update *= 0.5
    return update


def cases():
    yield from sweep(momentum_step, lambda: (randn(4), randn(4, seed=1)), "base pos nan zero half f64")
    yield from sweep(momentum_step, lambda: (randn(4) * 0.1, -randn(4).sign() * 2), "base inf", tag="up-")

EXPECT = {'topic': 'optimiser',
 'rewrites': ['R9', 'R2'],
 'breaks': {13: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
