"""`pad in ids` on a tensor."""

import torch

from fxkit import ints, randn, sweep


@torch.compile
def embed(x, ids):
    if 0 in ids:
        y = x * 0.5
    else:
        y = x + 0.5
    return y


def cases():
    yield from sweep(embed, lambda: (randn(2, 3), ints(0, 4, 2, 3)), "base nan half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(embed, lambda: (randn(2, 3), ints(1, 4, 2, 3)), "base grad", tag="full-")

EXPECT = {'topic': 'attention',
 'rewrites': ['R33', 'R1'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
