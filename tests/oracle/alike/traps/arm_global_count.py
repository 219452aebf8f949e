"""A module global counts the skipped steps."""

import torch

from fxkit import randn, sweep


SKIPPED = 0


@torch.compile
def step(g):
    global SKIPPED
    out = g * 0.5
    if torch.isnan(out).any():
        SKIPPED += 1
        out = g * 0.0
    return out


def cases():
    yield from sweep(step, lambda: (randn(3),), "base nan zero")

EXPECT = {'topic': 'metrics',
 'verdict': 'any correct rewrite',
 'obligations': ['O3'],
 'breaks': {15: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['value'],
 'unsafe': []}
