"""int() of the smallest code is subtracted from integer codes."""

import torch

from fxkit import randn, sweep


@torch.compile
def rebase(weight):
    codes = torch.round(weight * 8.0).to(torch.int64)
    low = int(codes.min())
    return codes - low, weight * 8.0


def cases():
    yield from sweep(rebase, lambda: (randn(3, 4),), "base pos neg zero big half f64 grad neg+grad")

EXPECT = {'topic': 'quantisation',
 'rewrites': ['R22'],
 'breaks': {11: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'grad-close']}
