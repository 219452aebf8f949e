"""The compiled function comes from a factory and reads its closure."""

import torch

from fxkit import randn, sweep


def make_clipper(limit, factor=0.5):
    @torch.compile
    def clipper(g):
        h = g + 0.125
        if h.norm() > limit:
            h = h * factor
        return h

    return clipper


clip = make_clipper(1.0)


def cases():
    yield from sweep(clip, lambda: (randn(4),), "base small big nan inf zero half f64")

EXPECT = {'topic': 'optimiser',
 'rewrites': ['R2'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
