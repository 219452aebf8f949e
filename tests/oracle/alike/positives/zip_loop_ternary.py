"""A conditional expression in a zip loop."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def sgd(params, grads, lr):
    out = []
    for p, g in zip(params, grads):
        out.append(p - lr * g if g.abs().sum() < 5.0 else p - lr * g.sign())
    return out


def cases():
    yield from sweep(sgd, lambda: ([randn(3), randn(2, 2)], [randn(3, seed=4), randn(2, 2, seed=4)], 0.1), "base nan half f64")
    yield from sweep(sgd, lambda: ([randn(3), randn(2, 2)], [randn(3, seed=4) * 9, randn(2, 2, seed=4)], 0.1), "base", tag="steep-")

EXPECT = {'topic': 'optimiser',
 'rewrites': ['R44', 'R1'],
 'breaks': {13: 2},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
