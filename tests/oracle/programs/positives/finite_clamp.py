"""Overflow of half precision in a residual sum."""

import torch

from fxkit import randn, sweep


@torch.compile
def residual(h, skip):
    h = h + skip
    if h.dtype is torch.float16 and not torch.isfinite(h).all():
        h = h.clamp(min=-65000.0, max=65000.0)
    return h


def cases():
    yield from sweep(residual, lambda: (randn(2, 4), randn(2, 4, seed=1)), "base half inf+half nan+half inf ninf+half big+half bf16 half+grad inf+half+grad nan+half+grad grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'attention',
 'rewrites': ['R16', 'R5'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
