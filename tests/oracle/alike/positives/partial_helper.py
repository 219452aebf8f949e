"""Keyword-only arguments and a helper that tests the ratio."""

import torch

from fxkit import randn, sweep


def trust(w, g, *, floor):
    ratio = w.abs().sum() / (g.abs().sum() + floor)
    if ratio > 1.0:
        return g * 0.5
    else:
        return g * ratio


@torch.compile
def lars(w, g, lr=0.1, *, floor=1e-3):
    return w - lr * trust(w, g, floor=floor)


def cases():
    yield from sweep(lars, lambda: (randn(3), randn(3, seed=1)), "base small big nan half f64 grad", kwargs={"floor": 0.5})

EXPECT = {'topic': 'optimiser',
 'rewrites': ['R1'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
