"""A negated tensor test; NaN takes the arm."""

import torch

from fxkit import randn, sweep


@torch.compile
def rescale(scores):
    s = scores * 0.5
    if not s.sum() > 0:
        s = s + 2.0
    return s


def cases():
    yield from sweep(rescale, lambda: (randn(2, 3),), "base pos neg nan zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'attention',
 'rewrites': ['R5', 'R2'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
