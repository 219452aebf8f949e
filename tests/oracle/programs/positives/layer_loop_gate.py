"""A branch in a static loop; the states are collected in a list."""

import torch

from fxkit import randn, sweep


@torch.compile
def gated_scan(xs: torch.Tensor, h: torch.Tensor):
    states = []
    h = h + 0.0
    for x in xs.unbind(0):
        if x.mean() <= 0:
            h, residual = h * 0.5, x * 0.1
        else:
            h, residual = h + x, x * 1.0
        states.append(h + residual)
    return torch.stack(states), h


def cases():
    yield from sweep(gated_scan, lambda: (randn(3, 2), randn(2)), "base pos neg nan half f64 grad neg+grad inf+grad")

EXPECT = {'topic': 'rnn',
 'rewrites': ['R3', 'R10'],
 'breaks': {13: 1},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
