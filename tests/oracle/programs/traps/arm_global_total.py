"""A module level counter counts the bad batches."""

import torch

from fxkit import randn, sweep

BAD_BATCHES = 0


@torch.compile
def clean(batch):
    global BAD_BATCHES
    out = batch - 1.0
    if torch.isnan(out).any():
        BAD_BATCHES += 1
        out = torch.where(torch.isnan(out), torch.zeros_like(out), out)
    return out


def cases():
    yield from sweep(clean, lambda: (randn(4),), "base nan allnan")

EXPECT = {'topic': 'metrics',
 'verdict': 'any correct rewrite',
 'obligations': ['O3', 'R43'],
 'breaks': {14: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['value'],
 'unsafe': []}
