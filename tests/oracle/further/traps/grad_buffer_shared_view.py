"""The clipped gradient is rebound in one arm only; the flat view of the caller sees what follows."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def clip_and_decay(grad, weight, limit: float = 3.0):
    norm = grad.abs().sum()
    if norm > limit:
        grad = grad * (limit / norm)
    grad.add_(weight, alpha=0.1)
    return weight - 0.5 * grad


def cases():
    yield from sweep(clip_and_decay, lambda: (randn(2, 3), randn(2, 3, seed=1)), "base")
    yield from sweep(clip_and_decay, lambda: (randn(2, 3) * 0.01, randn(2, 3, seed=1)), "base", tag="calm-")


EXPECT = {'topic': 'optimiser',
 'verdict': 'any correct rewrite',
 'obligations': ['O11', 'R2'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['values'],
 'unsafe': []}
