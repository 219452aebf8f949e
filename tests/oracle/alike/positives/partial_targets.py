"""One arm sets two names, the other one leaves a default in place."""

import torch

from fxkit import randn, sweep


@torch.compile
def schedule_free(z, x, g):
    beta = g * 0.1
    step = z - g
    if (g * g).sum() < 1.0:
        step = z - beta
        beta = beta * 2.0
    else:
        beta = beta - 1.0
    return step + x, beta


def cases():
    yield from sweep(schedule_free, lambda: (randn(3), randn(3, seed=1), randn(3, seed=2)), "base nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(schedule_free, lambda: (randn(3), randn(3, seed=1), randn(3, seed=2) * 0.1), "base bf16 grad", tag="calm-")

EXPECT = {'topic': 'optimiser',
 'rewrites': ['R3'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
