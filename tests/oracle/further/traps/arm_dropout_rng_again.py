"""Dropout draws only when the test holds."""

import torch
import torch.nn.functional as F

from fxkit import randn, sweep


@torch.compile
def noisy(x, level):
    y = x * 1.0
    if level > 0.5:
        y = F.dropout(y, 0.5, training=True)
    return y


def cases():
    yield from sweep(noisy, lambda: (randn(6), torch.tensor(0.75)), "base")
    yield from sweep(noisy, lambda: (randn(6), torch.tensor(0.25)), "base", tag="low-")

EXPECT = {'topic': 'attention',
 'verdict': 'any correct rewrite',
 'obligations': ['O5'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['rng'],
 'unsafe': []}
