"""The patch grid goes through a tensor and comes back as a list."""

import torch

from fxkit import randn, sweep


@torch.compile
def to_tokens(feat):
    grid = torch.tensor(feat.shape[-2:])
    h, w = grid.tolist()
    return feat.reshape(feat.shape[0], h * w).unsqueeze(-1) / w


def cases():
    yield from sweep(to_tokens, lambda: (randn(2, 3, 4),), "base nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'attention',
 'rewrites': ['R21'],
 'breaks': {11: 1},
 'gb': ['GB0033'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': []}
