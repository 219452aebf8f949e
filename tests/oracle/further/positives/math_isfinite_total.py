"""math.isfinite of a statistic decides an update."""

import math

import torch

from fxkit import randn, sweep


@torch.compile
def skip_bad(update, grad):
    u = update * 0.5
    if not math.isfinite(grad.sum()):
        u = u - u.mean()
    return u


def cases():
    yield from sweep(skip_bad, lambda: (randn(2, 3), randn(4)), "base nan zero half f64 empty")
    yield from sweep(skip_bad, lambda: (randn(2, 3), torch.tensor([1.0, float("inf"), 0.0])), "base nan half f64", tag="inf-")
    yield from sweep(skip_bad, lambda: (randn(2, 3), torch.tensor([1.0, float("nan"), 0.0])), "base half", tag="nan-")

EXPECT = {'topic': 'optimiser',
 'rewrites': ['R29', 'R2'],
 'breaks': {13: 1},
 'gb': ['GB0033'],
 'skips': 0,
 'graphs_per_call': 1,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
