"""Dropout in one arm draws from the generator."""

import torch
import torch.nn.functional as F

from fxkit import randn, sweep


@torch.compile
def attend(probs):
    p = probs * 0.5
    if p.max() > 0.0:
        p = F.dropout(p, 0.5)
    return p


def cases():
    yield from sweep(attend, lambda: (randn(6),), "pos neg")

EXPECT = {'topic': 'attention',
 'verdict': 'any correct rewrite',
 'obligations': ['O5'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['rng'],
 'unsafe': []}
