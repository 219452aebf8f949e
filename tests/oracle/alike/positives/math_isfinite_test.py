"""math.isfinite of a total decides whether a step is taken."""

import math

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def guarded_step(param, grad):
    total = grad.abs().sum()
    if math.isfinite(total):
        new = param - grad * 0.5
    else:
        new = param * 1.0
    return new


def cases():
    yield from sweep(guarded_step, lambda: (randn(4), randn(4, seed=1)), "base big zero half f64 nan inf")
    yield from sweep(guarded_step, lambda: (randn(4), torch.tensor([1.0, float("inf"), 0.0, 1.0])), "base f64", tag="inf-")
    yield from sweep(guarded_step, lambda: (randn(4), torch.tensor([1.0, float("nan"), 0.0, 1.0])), "base", tag="nan-")

EXPECT = {'topic': 'optimiser',
 'rewrites': ['R29', 'R1'],
 'breaks': {14: 1},
 'gb': ['GB0033'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
