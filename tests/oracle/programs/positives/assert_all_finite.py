"""An assert over all three projections."""

import torch

from fxkit import randn, sweep


@torch.compile
def project(q, k, v):
    assert all(t.isfinite().all() for t in (q, k, v)), "non-finite projection"
    return q * k + v


def cases():
    yield from sweep(project, lambda: (randn(4), randn(4, seed=1), randn(4, seed=2)), "base zero neg half f64 grad")

EXPECT = {'topic': 'attention',
 'rewrites': ['R19', 'R44'],
 'breaks': {10: 2},
 'gb': ['GB0170', 'GB8335'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-exception-type']}
