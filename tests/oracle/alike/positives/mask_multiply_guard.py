"""`if not keep.all()` around a product with the mask, which is exact when all are kept."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def messages(feat, keep):
    m = feat + 1.0
    if not torch.all(keep):
        m = m * keep[:, None]
    return m.sum(0)


def cases():
    yield from sweep(messages, lambda: (randn(4, 3), bools(4)), "base true false nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad true+grad")

EXPECT = {'topic': 'gnn',
 'rewrites': ['R15'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
