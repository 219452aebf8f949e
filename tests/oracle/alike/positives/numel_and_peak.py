"""The static size test protects a reduction that needs an element."""

import torch

from fxkit import randn, sweep


@torch.compile
def rescale(boxes):
    b = boxes * 0.5
    if b.numel() and b.amax() > 0.5:
        b = b - 0.25
    return b


def cases():
    yield from sweep(rescale, lambda: (randn(3, 4),), "base small neg empty nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'detection',
 'rewrites': ['R5', 'R2'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
