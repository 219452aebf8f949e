"""torch.where(mask)[0].numel() decides."""

import torch

from fxkit import randn, sweep


@torch.compile
def prune(w, tau):
    kept = w * 2.0
    if torch.where(w.abs() < tau)[0].numel() > 0:
        kept = kept - tau
    return kept


def cases():
    yield from sweep(prune, lambda: (randn(2, 3), 0.25), "base zero big nan inf half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(prune, lambda: (randn(2, 3).sign() * 2.0, 0.25), "base grad", tag="none-")

EXPECT = {'topic': 'gnn',
 'rewrites': ['R33', 'R2'],
 'breaks': {11: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
