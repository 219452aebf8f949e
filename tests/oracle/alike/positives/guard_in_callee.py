"""The guard is in a helper of the compiled function."""

import torch

from fxkit import randn, sweep


def check_finite(name, t):
    if not torch.isfinite(t).all():
        raise FloatingPointError(name + " is not finite")


@torch.compile
def attend(q, k):
    s = q * k
    check_finite("scores", s)
    return s * 0.5 + k


def cases():
    yield from sweep(attend, lambda: (randn(2, 3), randn(2, 3, seed=1)), "base nan inf half f64 grad zero nan+grad")

EXPECT = {'topic': 'attention',
 'rewrites': ['R18'],
 'breaks': {9: 1, 10: 1},
 'gb': ['GB0088', 'GB0170'],
 'skips': 1,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-exception-type']}
