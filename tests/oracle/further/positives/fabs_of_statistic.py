"""math.fabs of a float64 mean."""

import math

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def step_size(grad):
    bias = math.fabs(grad.double().mean())
    return grad * bias - bias


def cases():
    yield from sweep(step_size, lambda: (randn(5),), "base pos neg zero inf f64")

EXPECT = {'topic': 'optimiser',
 'rewrites': ['R29'],
 'breaks': {13: 1},
 'gb': ['GB0033'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close']}
