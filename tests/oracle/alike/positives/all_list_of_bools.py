"""`all` over a list of bool() calls."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def fuse(heads):
    out = torch.stack(heads)
    if not all([bool((h >= -1.0).all()) for h in heads]):
        out = out - out.min()
    return out


def cases():
    yield from sweep(fuse, lambda: ([randn(3), randn(3, seed=1)],), "base pos neg nan inf half f64")
    yield from sweep(fuse, lambda: ([rand(3), rand(3, seed=1)],), "base", tag="up-")

EXPECT = {'topic': 'attention',
 'rewrites': ['R44', 'R22', 'R2'],
 'breaks': {11: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
