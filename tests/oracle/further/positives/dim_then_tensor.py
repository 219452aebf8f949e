"""The number of dimensions is tested before the values."""

import torch

from fxkit import randn, sweep


@torch.compile
def to_pixels(boxes, size):
    b = boxes * size
    if b.dim() == 2 and b.max() > 4.0:
        b = b - 1.0
    return b


def cases():
    yield from sweep(to_pixels, lambda: (randn(3, 4), 4.0), "base small neg nan inf zero half f64 grad small+grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(to_pixels, lambda: (randn(2, 3, 4), 4.0), "base nan grad", tag="batched-")

EXPECT = {'topic': 'detection',
 'rewrites': ['R5', 'R2'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
