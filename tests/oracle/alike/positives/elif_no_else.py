"""if and elif without a final else."""

import torch

from fxkit import randn, sweep


@torch.compile
def rescale(w):
    w = w * 8.0
    span = w.abs().amax()
    if span > 100.0:
        w = w / 16.0
    elif span < 1.0:
        w = w * 16.0
    return torch.round(w)


def cases():
    yield from sweep(rescale, lambda: (randn(3, 4),), "base big small nan inf zero half f64 grad big+grad small+grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'quantisation',
 'rewrites': ['R4', 'R2'],
 'breaks': {12: 1, 14: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
