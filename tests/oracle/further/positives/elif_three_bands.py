"""An elif chain on one statistic."""

import torch

from fxkit import randn, sweep


@torch.compile
def rescale(feat):
    level = feat.abs().mean()
    if level > 2.0:
        out = feat * 0.25
    elif level < 0.1:
        out = feat * 8.0
    else:
        out = feat - 0.125
    return out


def cases():
    yield from sweep(rescale, lambda: (randn(4, 3),), "base big small nan inf ninf zero half bf16 f64 grad big+grad small+grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'norm',
 'rewrites': ['R4', 'R1'],
 'breaks': {11: 1, 13: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
