"""Pyramid strides are kept in a tensor and read back as a list."""

import torch

from fxkit import randn, sweep


@torch.compile
def level_centres(feats):
    strides = torch.tensor([8, 16, 32])
    out = []
    for feat, stride in zip(feats, strides.tolist()):
        n = feat.shape[0]
        centre = (torch.arange(n) + 0.5) * stride
        out.append(feat * 0.1 + centre)
    return out


def cases():
    yield from sweep(level_centres, lambda: ([randn(4), randn(2), randn(1)],), "base nan inf half f64 grad nan+grad")

EXPECT = {'topic': 'detection',
 'rewrites': ['R21'],
 'breaks': {12: 1},
 'gb': ['GB0033'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': []}
