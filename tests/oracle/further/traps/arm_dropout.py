"""Dropout runs only when the scores are large."""

import torch
import torch.nn.functional as F

from fxkit import randn, sweep


@torch.compile
def regularise(scores):
    s = scores * 0.5
    if s.amax() > 2.0:
        s = F.dropout(s, 0.25)
    return s + 1.0


def cases():
    yield from sweep(regularise, lambda: (randn(6),), "small big")

EXPECT = {'topic': 'attention',
 'verdict': 'any correct rewrite',
 'obligations': ['O5'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['rng'],
 'unsafe': []}
