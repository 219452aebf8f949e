"""A conditional expression between two pairs gives the clip range."""

import torch

from fxkit import randn, sweep


@torch.compile
def clip_range(values):
    v = values - 0.5
    lo, hi = (v - 1.0, v + 1.0) if v.mean() > 0 else (v * 0.5, v * 2.0)
    return hi - lo, lo


def cases():
    yield from sweep(clip_range, lambda: (randn(6),), "base pos neg nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'rl',
 'rewrites': ['R10', 'R1'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
