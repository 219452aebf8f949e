"""bool() inside an assert."""

import torch

from fxkit import sweep


@torch.compile
def check_zero(q, zp):
    assert bool((q == q.round()).all()), "not integral"
    return q - zp


def cases():
    yield from sweep(check_zero, lambda: (torch.arange(6.0), 3), "base half f64 grad zero")

EXPECT = {'topic': 'quantisation',
 'rewrites': ['R19', 'R22'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'compiled-exception-type', 'grad-close']}
