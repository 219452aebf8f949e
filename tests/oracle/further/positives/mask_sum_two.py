"""y[mask] = a[mask] + b[mask] on a fresh tensor."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
@torch.no_grad()
def merge_keys(keys, extra, fresh):
    out = keys * 1.0
    out[fresh] = keys[fresh] + extra[fresh]
    return out


def cases():
    yield from sweep(merge_keys, lambda: (randn(2, 3), randn(2, 3, seed=1), bools(2, 3)), "base true false nan inf zero half f64")

EXPECT = {'topic': 'attention',
 'rewrites': ['R32'],
 'breaks': {12: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
