"""A Python bool leaves the function together with the tensor."""

import torch

from fxkit import randn, sweep


@torch.compile
def converged(x, prev, tol):
    delta = (x - prev).abs()
    done = bool((delta < tol).all())
    return delta * 2.0, done


def cases():
    yield from sweep(converged, lambda: (randn(3), randn(3, seed=1), 0.5), "base nan half f64 grad empty")
    yield from sweep(converged, lambda: (randn(3), randn(3) + 0.1, 0.5), "base", tag="near-")

EXPECT = {'topic': 'metrics',
 'rewrites': ['R28'],
 'breaks': {11: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': []}
