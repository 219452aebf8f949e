"""Dropout in one arm draws random numbers."""

import torch
import torch.nn.functional as F

from fxkit import randn, sweep


@torch.compile
def regularise(h):
    h = h * 1.0
    if h.var() > 0.5:
        h = F.dropout(h, 0.5, training=True)
    return h - 1.0


def cases():
    yield from sweep(regularise, lambda: (randn(6),), "base small big")

EXPECT = {'topic': 'norm',
 'verdict': 'any correct rewrite',
 'obligations': ['O5'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['rng'],
 'unsafe': []}
