"""Sorting looks at the whole selection, not at single elements."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
@torch.no_grad()
def rank_selected(scores, keep):
    ranked = scores * 1.0
    ranked[keep] = scores[keep].sort(descending=True).values
    return ranked


def cases():
    yield from sweep(rank_selected, lambda: (randn(6), bools(6)), "base true false")

EXPECT = {'topic': 'detection',
 'verdict': 'any correct rewrite',
 'obligations': ['R32'],
 'breaks': {12: 1},
 'gb': ['GB0036'],
 'naive_differs_in': ['values'],
 'unsafe': []}
