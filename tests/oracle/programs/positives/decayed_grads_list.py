"""A helper clips every decayed gradient of a list."""

import torch

from fxkit import randn, sweep


def decay_and_clip(grad, param, limit):
    grad = grad + param * 0.01
    if grad.abs().sum() > limit:
        grad = grad.clamp(-0.5, 0.5)
    return grad


@torch.compile
def prepare(grads, params, limit: float = 2.0):
    return [decay_and_clip(g, p, limit) for g, p in zip(grads, params)]


def cases():
    yield from sweep(prepare, lambda: ([randn(3), randn(2, 3)], [randn(3, seed=1), randn(2, 3, seed=1)]), "base small big nan inf zero half f64 grad nan+grad inf+grad")
    yield from sweep(prepare, lambda: ([randn(3), randn(2, 3)], [randn(3, seed=1), randn(2, 3, seed=1)]), "base grad", kwargs={"limit": 50.0}, tag="wide-")

EXPECT = {'topic': 'optimiser',
 'rewrites': ['R2'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 5,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
