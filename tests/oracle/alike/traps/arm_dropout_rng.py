"""Dropout runs in one arm only."""

import torch
import torch.nn.functional as F

from fxkit import randn, sweep


@torch.compile
def project(x):
    y = x * 0.5
    if y.max() > 0.5:
        y = F.dropout(y, 0.5, training=True)
    return y


def cases():
    yield from sweep(project, lambda: (randn(4),), "neg pos")

EXPECT = {'topic': 'attention',
 'verdict': 'any correct rewrite',
 'obligations': ['O5'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['rng'],
 'unsafe': []}
