"""The spatial size goes through a tensor and tolist()."""

import torch

from fxkit import randn, sweep


@torch.compile
def crop(x):
    h, w = torch.tensor([x.shape[1], x.shape[2]]).tolist()
    return x[:, 1 : h - 1, 1 : w - 1] / (h * w) + 1.0


def cases():
    yield from sweep(crop, lambda: (randn(2, 4, 5),), "base nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'detection',
 'rewrites': ['R21'],
 'breaks': {10: 1},
 'gb': ['GB0033'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': []}
