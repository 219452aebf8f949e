"""A tuple assignment exchanges source and target when needed."""

import torch

from fxkit import randn, sweep


@torch.compile
def orient(src, dst):
    src, dst = src + 1.0, dst + 1.0
    if src.sum() < dst.sum():
        src, dst = dst, src
    return src - 0.5 * dst


def cases():
    yield from sweep(orient, lambda: (randn(3), randn(3, seed=1)), "base pos neg nan half f64 grad pos+grad neg+grad")

EXPECT = {'topic': 'gnn',
 'rewrites': ['R13'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
