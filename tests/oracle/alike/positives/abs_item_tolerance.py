"""abs() of a number against a tolerance, returning early."""

import torch

from fxkit import randn, sweep


@torch.compile
def solve(x, target):
    r = x - target
    if abs(r.sum().item()) < 0.5:
        return r * 1.0
    return r * 0.5


def cases():
    yield from sweep(solve, lambda: (randn(3), randn(3, seed=1)), "base small big nan inf f64 zero half grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(solve, lambda: (randn(3), randn(3)), "base grad", tag="same-")

EXPECT = {'topic': 'scheduler',
 'rewrites': ['R22', 'R6'],
 'breaks': {11: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
