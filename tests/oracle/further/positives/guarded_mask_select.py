"""A where that replaces bad entries runs only when there is one."""

import torch

from fxkit import randn, sweep


@torch.compile
def clean(scores, fallback):
    s = scores + fallback
    bad = s.isnan()
    if bad.count_nonzero() != 0:
        s = torch.where(bad, fallback, s)
    return (s * 2.0).cumsum(0) - 1.0


def cases():
    yield from sweep(clean, lambda: (randn(5), randn(5, seed=1)), "base nan allnan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad allnan+grad")

EXPECT = {'topic': 'metrics',
 'rewrites': ['R15', 'R33'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
