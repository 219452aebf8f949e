"""A conditional expression as an argument of a call."""

import torch

from fxkit import randn, sweep


@torch.compile
def attend(q, k):
    s = q * k
    return torch.clamp(s - 1.0 if s.amax() > 1.0 else s * 2.0, -2.0, 2.0) + q


def cases():
    yield from sweep(attend, lambda: (randn(2, 3), randn(2, 3, seed=1)), "base big small inf nan zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'attention',
 'rewrites': ['R1'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
