"""Small errors leave early."""

import torch

from fxkit import randn, sweep


@torch.compile
def residual_loss(pred, target):
    err = pred - target
    worst = err.abs().amax()
    if worst < 1.0:
        return err * 0.5
    err = err.clamp(-1.0, 1.0)
    return err - 0.25


def cases():
    yield from sweep(residual_loss, lambda: (randn(2, 5), randn(2, 5, seed=1)), "base big nan inf half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(residual_loss, lambda: (randn(2, 5), randn(2, 5) + 0.125), "base half grad", tag="near-")

EXPECT = {'topic': 'loss',
 'rewrites': ['R6'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
