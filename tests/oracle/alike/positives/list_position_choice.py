"""A Python position is chosen by a tensor test and subscripts a local list."""

import torch

from fxkit import randn, sweep


@torch.compile
def select_head(q, k):
    heads = [q * 2.0, k - 1.0, q + k]
    pos = 0 if q.sum() > k.sum() else 2
    out = heads[pos]
    return out * 0.5 + heads[1]


def cases():
    yield from sweep(select_head, lambda: (randn(4), randn(4, seed=1)), "base pos neg nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'attention',
 'rewrites': ['R10', 'R1'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
