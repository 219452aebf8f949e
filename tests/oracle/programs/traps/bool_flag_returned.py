"""The Python bool of a test is part of the result."""

import torch

from fxkit import randn, sweep


@torch.compile
def converged(delta, tol):
    done = bool(delta.abs().max() < tol)
    return delta * 0.5, done


def cases():
    yield from sweep(converged, lambda: (randn(4), 0.5), "base small")

EXPECT = {'topic': 'metrics',
 'verdict': 'decline',
 'obligations': ['O15'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['type'],
 'unsafe': []}
