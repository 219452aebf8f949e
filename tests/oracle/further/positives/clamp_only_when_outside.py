"""A clamp is guarded by a test that something is outside."""

import torch

from fxkit import randn, sweep


@torch.compile
def to_levels(w):
    centre = w.mean()
    q = torch.round((w - centre) * 4.0)
    if (q.abs() > 7.0).any():
        q = q.clamp(-7.0, 7.0)
    return (q / 4.0 + centre).flatten()


def cases():
    yield from sweep(to_levels, lambda: (randn(3, 3),), "base small big pos neg nan inf ninf zero negzero half f64")

EXPECT = {'topic': 'quantisation',
 'rewrites': ['R15'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
