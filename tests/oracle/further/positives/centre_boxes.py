"""Boxes that look like centre and size are turned into corners."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def corners(boxes):
    lo = boxes[:, :2] * 1.0
    hi = boxes[:, 2:] * 1.0
    if (hi < lo).any():
        half = hi * 0.5
        hi = lo + half
        lo = lo - half
    return torch.cat([lo, hi], 1)


def cases():
    yield from sweep(corners, lambda: (randn(3, 4),), "base nan inf ninf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(corners, lambda: (torch.arange(8.0).reshape(2, 4),), "base neg grad neg+grad", tag="ordered-")

EXPECT = {'topic': 'detection',
 'rewrites': ['R3'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
