"""A UserWarning with a number in its text under a tensor test."""

import warnings

import torch

from fxkit import randn, sweep


@torch.compile
def rescale(grad, limit):
    norm = grad.abs().sum()
    out = grad * 0.5
    if norm > limit:
        warnings.warn(f"norm over {limit}", RuntimeWarning)
    return out + 1.0


def cases():
    yield from sweep(rescale, lambda: (randn(4), 2.0), "base small big nan half f64 grad")

EXPECT = {'topic': 'optimiser',
 'rewrites': ['R36', 'R17'],
 'breaks': {14: 1, 15: 1},
 'gb': ['GB0007', 'GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-silent', 'log-site']}
