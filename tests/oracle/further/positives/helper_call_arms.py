"""Each arm calls a pure helper of the file."""

import torch

from fxkit import randn, sweep


def coarse(w):
    return torch.round(w * 4.0) / 4.0


def fine(w):
    return torch.round(w * 32.0) / 32.0


@torch.compile
def snap(w):
    span = w.max() - w.min()
    if span > 2.5:
        q = coarse(w)
    else:
        q = fine(w)
    return q * 0.5


def cases():
    yield from sweep(snap, lambda: (randn(3, 4),), "base small big nan inf zero half f64 grad small+grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'quantisation',
 'rewrites': ['R1'],
 'breaks': {19: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
