"""`not any()` over a generator of tensor tests."""

import torch

from fxkit import randn, sweep


@torch.compile
def scores(q, k):
    s = q * k
    if not any(torch.isinf(t).any() for t in (q, k)):
        s = s * 0.5
    else:
        s = s.clamp(-10.0, 10.0)
    return s


def cases():
    yield from sweep(scores, lambda: (randn(3), randn(3, seed=1)), "base big nan inf ninf zero half f64")

EXPECT = {'topic': 'attention',
 'rewrites': ['R44', 'R1'],
 'breaks': {11: 2},
 'gb': ['GB0170', 'GB8335'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
