"""math.fabs of a float64 statistic used as a divisor under no_grad."""

import math

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def step_size(w):
    drift = w.double().sum()
    size = math.fabs(drift)
    return w / (size + 0.5)


def cases():
    yield from sweep(step_size, lambda: (randn(5),), "base zero f64 neg pos")

EXPECT = {'topic': 'quantisation',
 'rewrites': ['R29'],
 'breaks': {14: 1},
 'gb': ['GB0033'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close']}
