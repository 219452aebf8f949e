"""`not torch.allclose` with both tolerances named."""

import torch

from fxkit import randn, sweep


@torch.compile
def converged(old, new):
    delta = new - old
    if not torch.allclose(new, old, rtol=1e-2, atol=1e-4):
        delta = delta * 0.5
    return delta + 1.0


def cases():
    yield from sweep(converged, lambda: (randn(4), randn(4, seed=1)), "base nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(converged, lambda: (randn(4), randn(4) * 1.001), "base grad nan inf", tag="near-")

EXPECT = {'topic': 'optimiser',
 'rewrites': ['R20', 'R2'],
 'breaks': {11: 1},
 'gb': ['GB0033'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
