"""A warning with a category and the number of dropped tokens."""

import warnings

import torch

from fxkit import randn, sweep


@torch.compile
def drop(gates, capacity):
    over = (gates > capacity).sum()
    if over > 0:
        warnings.warn(f"{int(over)} tokens dropped", RuntimeWarning)
    return gates.clamp(max=capacity)


def cases():
    yield from sweep(drop, lambda: (randn(6), 0.8), "base small big nan inf half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'moe',
 'rewrites': ['R36', 'R17'],
 'breaks': {13: 1, 14: 3},
 'gb': ['GB0007', 'GB0021', 'GB0124', 'GB0170'],
 'skips': 1,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-silent', 'finite-grad', 'fresh-result', 'grad-none-zero', 'log-site', 'requires-grad']}
