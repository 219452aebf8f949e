"""A window size is made a tensor and read back as a shape."""

import torch

from fxkit import randn, sweep


@torch.compile
def windows(x, window):
    width = torch.tensor(window, dtype=torch.int64).item()
    parts = x.reshape(-1, width)
    return parts.sum(1) / width


def cases():
    yield from sweep(windows, lambda: (randn(2, 6), 3), "base nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(windows, lambda: (randn(2, 6), 4), "base grad", tag="four-")

EXPECT = {'topic': 'attention',
 'rewrites': ['R21'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': []}
