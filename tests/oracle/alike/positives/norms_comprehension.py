"""torch.tensor of a list of item() calls."""

import torch

from fxkit import randn, sweep


@torch.compile
def group_norms(params):
    norms = torch.tensor([p.abs().sum().item() for p in params])
    return [p / (n + 1.0) for p, n in zip(params, norms)]


def cases():
    yield from sweep(group_norms, lambda: ([randn(3), randn(2, 2)],), "base zero inf small grad")

EXPECT = {'topic': 'optimiser',
 'rewrites': ['R22', 'R44'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 1,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'grad-close']}
