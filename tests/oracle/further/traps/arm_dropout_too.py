"""Dropout is applied in one arm only."""

import torch
import torch.nn.functional as F

from fxkit import randn, sweep


@torch.compile
def attend(x):
    y = x * 2.0
    if y.abs().max() > 1.0:
        y = F.dropout(y, 0.5)
    return y


def cases():
    yield from sweep(attend, lambda: (randn(6),), "big small")

EXPECT = {'topic': 'attention',
 'verdict': 'any correct rewrite',
 'obligations': ['O5'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['rng'],
 'unsafe': []}
