"""Three names are set by both arms."""

import torch

from fxkit import randn, sweep


@torch.compile
def extent(points):
    span = points.amax(0) - points.amin(0)
    mid = points.mean(0)
    if span.prod() > 1.0:
        low = mid - span / 2
        high = mid + span / 2
        size = span
    else:
        low = mid - 0.5
        high = mid + 0.5
        size = high - low
    return torch.stack([low, high, size])


def cases():
    yield from sweep(extent, lambda: (randn(5, 2),), "base big small pos neg nan inf ninf zero half f64 grad small+grad neg+grad")

EXPECT = {'topic': 'detection',
 'rewrites': ['R3'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
