"""A fresh update is damped in place when it leaves the trust region."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def newton_step(params, grad, lr: float, radius: float):
    update = grad * -lr
    length = update.abs().sum()
    if length > radius:
        update *= 0.5
    return params + update


def cases():
    yield from sweep(newton_step, lambda: (randn(2, 3), randn(2, 3, seed=1), 0.1, 0.4), "base nan inf zero half f64 grad")
    yield from sweep(newton_step, lambda: (randn(2, 3), randn(2, 3, seed=1) * 0.01, 0.1, 0.4), "base half", tag="near-")

EXPECT = {'topic': 'optimiser',
 'rewrites': ['R9', 'R2'],
 'breaks': {13: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
