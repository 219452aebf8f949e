"""Clamp in both low precisions when the sum overflowed."""

import torch

from fxkit import randn, sweep


@torch.compile
def residual(x, update):
    h = x + update
    if h.dtype in (torch.float16, torch.bfloat16) and torch.isinf(h).any():
        limit = torch.finfo(h.dtype).max - 1000
        h = torch.clamp(h, min=-limit, max=limit)
    return h


def cases():
    yield from sweep(residual, lambda: (randn(2, 4), randn(2, 4, seed=1)), "base half bf16 inf+half ninf+half nan+half inf+bf16 nan+bf16 inf big+half empty+half grad half+grad inf+half+grad nan+half+grad inf+grad")

EXPECT = {'topic': 'norm',
 'rewrites': ['R16'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
