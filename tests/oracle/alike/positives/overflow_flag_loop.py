"""A Python flag is set in a loop and tested after it."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def amp_step(params, grads, lr):
    overflow = False
    for g in grads:
        if torch.isinf(g).any() or torch.isnan(g).any():
            overflow = True
    new = []
    for p, g in zip(params, grads):
        if overflow:
            new.append(p * 1.0)
        else:
            new.append(p - lr * g)
    return new


def cases():
    yield from sweep(amp_step, lambda: ([randn(2), randn(3)], [randn(2, seed=1), randn(3, seed=1)], 0.1), "base nan half f64")
    yield from sweep(amp_step, lambda: ([randn(2), randn(3)], [randn(2, seed=1), torch.tensor([0.0, float("inf"), 1.0])], 0.1), "base nan", tag="inf-")

EXPECT = {'topic': 'optimiser',
 'rewrites': ['R10', 'R2'],
 'breaks': {13: 2},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
