"""An elif chain adapts two coefficients."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def adapt(kl, beta, lr):
    level = kl.mean()
    if level > 0.6:
        beta = beta * 1.5
        lr = lr * 0.5
    elif level < 0.2:
        beta = beta * 0.75
        lr = lr * 2.0
    else:
        beta = beta * 1.0
        lr = lr * 1.0
    return beta, lr


def cases():
    yield from sweep(adapt, lambda: (rand(5), rand(1, seed=1), rand(1, seed=2)), "base nan inf zero neg half f64")
    yield from sweep(adapt, lambda: (rand(5) + 1, rand(1, seed=1), rand(1, seed=2)), "base half", tag="far-")
    yield from sweep(adapt, lambda: (rand(5) * 0.1, rand(1, seed=1), rand(1, seed=2)), "base half", tag="near-")

EXPECT = {'topic': 'rl',
 'rewrites': ['R3', 'R4'],
 'breaks': {11: 1, 14: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
